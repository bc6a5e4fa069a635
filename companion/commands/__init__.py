"""The commands: name -> (module here, one line of help). A module is imported when its command is called."""

COMMANDS: dict[str, tuple[str, str]] = {
    "check": ("check", "核对记录，逐条给出裁定和依据"),
}
