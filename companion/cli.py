"""The command `yuanzun`: finds the command's module, and turns whatever goes wrong into one clear message and an exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import NoReturn

import click
from click.shell_completion import CompletionItem

from companion import terminal
from companion.commands import COMMANDS
from companion.stop import FINE, INTERRUPTED, SYSTEM, UNUSABLE, Stop


class Lazy(click.Group):
    """A group whose commands are imported when they are called, and not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = import_module("companion.commands." + COMMANDS[name][0]).command
        if isinstance(command, dict):
            command = command[name]
        chinese(command)
        return command  # type: ignore[no-any-return]

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = get_close_matches(args[0], COMMANDS, 1)
            hint = f"是不是 {near[0]}？" if near else "可用的命令见 yuanzun --help。"
            raise Stop(f"没有“{terminal.short(args[0])}”这个命令。{hint}")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands, from the list: no module is imported for a Tab."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(name, help=text) for name, (_, text) in COMMANDS.items() if name.startswith(incomplete)]

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write("用法：yuanzun 命令 [选项] …\n")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write("\n命令（yuanzun 命令 --help 看用法）：\n")
        for name, (_, text) in COMMANDS.items():
            formatter.write(f"  {name:<12}{text}\n")
        formatter.write("\n选项：\n  --version   显示版本\n  --help      显示本说明\n")


def chinese(command: click.Command) -> None:
    """Help pages with Chinese headings."""

    def usage(ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(command.collect_usage_pieces(ctx)).replace("[OPTIONS]", "[选项]")
        formatter.write(f"用法：{ctx.command_path} {pieces}\n")

    def options(ctx: click.Context, formatter: click.HelpFormatter) -> None:
        given = [p for p in command.get_params(ctx) if isinstance(p, click.Option)]
        rows = [found for param in given if (found := param.get_help_record(ctx))]
        formatter.write("\n选项：\n")
        for left, right in rows:
            right = "显示本说明" if "--help" in left else right.partition("  [")[0]
            gap = " " * (28 - wide(left)) if wide(left) < 28 else "\n" + " " * 30
            formatter.write(f"  {left}{gap}{right}\n")

    command.format_usage = usage  # type: ignore[method-assign]
    command.format_options = options  # type: ignore[method-assign]


def wide(text: str) -> int:
    """Columns a text takes on a terminal."""
    return sum(2 if "\u2e80" <= sign <= "\uff60" else 1 for sign in text)


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import PackageNotFoundError, version

        from engine.record import FORMAT
        from engine.stream import VERSION

        try:
            number = version("yuanzun")
        except PackageNotFoundError:
            number = "未安装"
        terminal.out(f"yuanzun {number}（记录格式 {FORMAT}，发牌 {VERSION}）")
        ctx.exit(0)


@click.group(cls=Lazy, invoke_without_command=True, context_settings={"help_option_names": ["--help", "-h"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version)
@click.pass_context
def group(ctx: click.Context) -> None:
    """源尊：发牌、密封纸包、核对记录、陪主持人走完一局。

    游戏：封妖、狼人杀、EVA、诡秘之主。
    """
    if ctx.invoked_subcommand is None:
        terminal.out(ctx.get_help())


def _worded(error: click.ClickException) -> str:
    """click's complaint in Chinese."""
    param = getattr(error, "param", None)
    name = _name_of(param) if param is not None else ""
    if isinstance(error, click.NoSuchOption):
        near = f"是不是 {error.possibilities[0]}？" if error.possibilities else "选项见 --help。"
        return f"没有 {terminal.short(error.option_name)} 这个选项。{near}"
    if isinstance(error, click.MissingParameter):
        return f"缺了 {name}。"
    if isinstance(error, click.BadParameter):
        return f"{name}：{_wanted(error, param)}"
    if isinstance(error, click.BadOptionUsage):
        return f"选项 {error.option_name} 的写法不对：多半是后面缺了值，或多了值。"
    if isinstance(error, click.FileError):
        return f"打不开文件 {error.ui_filename}。"
    if "extra argument" in error.message:
        return "多了参数：" + terminal.short(error.message.partition("(")[2].removesuffix(")"))
    return error.message


def _name_of(param: click.Parameter) -> str:
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.metavar or (param.name or "").upper()


def _wanted(error: click.BadParameter, param: click.Parameter | None) -> str:
    kind = param.type if param is not None else None
    if isinstance(kind, click.Choice):
        return "可用的值：" + "、".join(str(c) for c in kind.choices) + "。"
    if isinstance(kind, click.IntRange):
        return f"要一个整数，{kind.min if kind.min is not None else '…'} 到 {kind.max if kind.max is not None else '…'}。"
    if isinstance(kind, type(click.INT)):
        return "要一个整数。"
    return error.message


def system_words(error: OSError) -> str:
    """A failure of a file or the system, in Chinese."""
    from companion.safefile import Trouble, reason

    name = "" if isinstance(error, Trouble) else error.filename
    return f"{reason(error)}：{terminal.short(name)}" if name else reason(error).rstrip("。") + "。"


def _argument(word: str) -> str:
    """A word of the command line; in a locale that knows no Chinese it came as bytes in disguise. A file's name stays as it is."""
    if word.isprintable() or os.path.exists(word):
        return word
    try:
        return os.fsencode(word).decode("utf-8")
    except (UnicodeDecodeError, UnicodeEncodeError):
        return word


def run(args: Sequence[str] | None = None) -> int:
    """Run one command -> exit status. Never raises, never shows a traceback (unless YUANZUN_DEBUG is set)."""
    terminal.prepare()
    argv = [_argument(word) for word in (sys.argv[1:] if args is None else args)]
    try:
        if any("\0" in word for word in argv):
            raise Stop("参数里有不能用的字符（U+0000）。")
        status = group.main(argv, prog_name="yuanzun", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else FINE
    except click.exceptions.Exit as done:
        return done.exit_code
    except (click.Abort, KeyboardInterrupt, EOFError):
        return _told("已中断。", INTERRUPTED)
    except BrokenPipeError:
        return _hush()
    except SystemExit as gone:  # click's own way out: of a completion, or where the reader of our pipe is gone
        return int(gone.code or 0) if "_YUANZUN_COMPLETE" in os.environ else _hush()
    except Exception as error:
        return _failed(error, "--json" in argv)


def _failed(error: Exception, as_json: bool) -> int:
    """Say what went wrong, to a program too where it asked; a console that takes nothing any more changes no status."""
    message, status, code = _meaning(error)
    if as_json:
        try:
            terminal.answer({"error": {"code": code, "status": status, "message": message}})
            sys.stdout.flush()
        except (OSError, ValueError):
            _hush()
    told = _told(terminal.paint("错误：", "bad", sys.stderr) + terminal.clean(message), status)
    if os.environ.get("YUANZUN_DEBUG"):
        import traceback

        traceback.print_exception(error)
    return told


def _told(text: str, status: int) -> int:
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        _hush()
    terminal.say(text)
    return status


def _meaning(error: Exception) -> tuple[str, int, str]:
    from companion import recordfile, safefile

    if isinstance(error, Stop):
        return error.message, error.status, error.code
    if isinstance(error, click.ClickException):
        return _worded(error), UNUSABLE, "usage"
    if isinstance(error, recordfile.Unreadable):
        place = f"第 {error.line} 行第 {error.column} 列" if error.line else ""
        where = " ".join(part for part in (error.name, place) if part)
        return (f"{where}：" if where else "") + error.message, UNUSABLE, "invalid"
    if isinstance(error, safefile.Refused):
        return str(error), SYSTEM, "file"
    if isinstance(error, OSError):
        return system_words(error), SYSTEM, "file"
    if isinstance(error, MemoryError):
        return "内存不够。", SYSTEM, "system"
    if isinstance(error, UnicodeEncodeError):
        code = sys.getfilesystemencoding()
        return f"这里的语言环境（{code}）写不出这个文件名。请先设环境变量 PYTHONUTF8=1，或换一个英文文件名。", SYSTEM, "encoding"
    return f"程序出了意外（{type(error).__name__}：{terminal.clean(error)}）。文件没有改动；请把这句话和所用的命令告诉作者。", SYSTEM, "bug"


def _hush() -> int:
    """Nobody takes our data any more: write nothing more, at exit neither."""
    terminal.silence(1)
    return SYSTEM


def main() -> NoReturn:
    sys.exit(run())


if __name__ == "__main__":
    main()
