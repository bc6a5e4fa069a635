"""The commands: name -> (module here, one line of help). A module is imported when its command is called."""

COMMANDS: dict[str, tuple[str, str]] = {
    "deal": ("deal", "发一局牌"),
    "order": ("deal", "记下玩家们排好的上下牌"),
    "table": ("table", "打开伴侣页面，陪主持人走完一局"),
    "pack": ("pack", "印一局的密封纸包"),
    "scan": ("pack", "从照片或 PDF 读回记录"),
    "check": ("check", "核对记录，逐条给出裁定和依据"),
    "log": ("log", "边玩边记，一行一条，立即裁定"),
    "step": ("log", "现在可以记什么"),
    "key": ("key", "这局牌的裁决表"),
    "tally": ("forum", "从贴来的讨论帖里数票"),
    "post": ("forum", "写开帖公示、规则帖、电梯楼和私信"),
    "scenario": ("scenario", "按条件发牌，机会均等"),
    "odds": ("odds", "准确的概率：重发、条件、各座各牌"),
    "study": ("study", "平衡研究：打很多整局"),
    "rules": ("rules", "查规则和裁决"),
    "reveal": ("pack", "局后打开发牌的公证"),
    "verify-deal": ("pack", "核对公证，按种子重发一遍来比"),
    "forget": ("keep", "删掉本机记着的日志、纸包和密钥"),
    "config": ("keep", "看设置和来处"),
}
