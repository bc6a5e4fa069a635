"""The commands: name -> (module here, one line of help). A module is imported when its command is called."""

COMMANDS: dict[str, tuple[str, str]] = {
    "deal": ("deal", "发一局牌"),
    "order": ("deal", "记下玩家们排好的上下牌"),
    "table": ("table", "打开伴侣页面，陪主持人走完一局"),
    "check": ("check", "核对记录，逐条给出裁定和依据"),
    "log": ("log", "边玩边记，一行一条，立即裁定"),
    "step": ("log", "现在可以记什么"),
    "rules": ("rules", "查规则和裁决"),
}
