"""yuanzun completion: the script that lets a shell finish words."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from companion import terminal

WHERE = {
    "bash": '在 ~/.bashrc 里加一行：eval "$(yuanzun completion bash)"',
    "zsh": '在 ~/.zshrc 里加一行：eval "$(yuanzun completion zsh)"',
    "fish": "存成 ~/.config/fish/completions/yuanzun.fish",
}


@click.command(help="打印命令补全的脚本：按 Tab 补全命令和选项。")
@click.argument("shell", metavar="bash|zsh|fish", type=click.Choice(list(WHERE)))
def command(shell: str) -> int:
    made = get_completion_class(shell)
    assert made is not None  # click knows the three
    terminal.out(made(click.Command("yuanzun"), {}, "yuanzun", "_YUANZUN_COMPLETE").source())
    terminal.say(WHERE[shell])
    return 0
