"""Manual pages and shell completions of `agate`, from what the program says of itself (--experimental-dump-help, --generate-completion-script)."""
import json
from datetime import datetime, timezone
from pathlib import Path

from common import EPOCH, VERSION, output


def escape(text):
    """Text that is safe in a page: no request at the start of a line, no escape."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in lines)


def names_of(argument):
    names = [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names", [])]
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        return f"<{value}>"
    return ", ".join(names) + (f" <{value}>" if argument["kind"] == "option" else "")


def synopsis(path, command):
    parts = ["\\fB" + " ".join(path) + "\\fR"]
    arguments = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    if any(argument["kind"] != "positional" for argument in arguments):
        parts.append("[options]")
    for argument in arguments:
        if argument["kind"] == "positional":
            text = f"<{argument['valueName']}>" + ("..." if argument.get("isRepeating") else "")
            parts.append(f"[{text}]" if argument.get("isOptional") else text)
    subcommands = visible(command)
    if subcommands:
        parts.append("<subcommand>")
    return " ".join(escape(part) if not part.startswith("\\fB") else part.replace("-", "\\-") for part in parts)


def visible(command):
    return [sub for sub in command.get("subcommands", []) if sub.get("shouldDisplay", True)]


def page(path, command):
    name = "-".join(path)
    date = datetime.fromtimestamp(EPOCH, timezone.utc).strftime("%Y-%m-%d")
    lines = [f'.TH {name.upper()} 1 "{date}" "agate {VERSION}" "Agate"', ".SH NAME", f"{escape(name)} \\- {escape(command.get('abstract', ''))}",
             ".SH SYNOPSIS", synopsis(path, command)]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", escape(command["discussion"])]
    options = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    if options:
        lines.append(".SH OPTIONS")
    for argument in options:
        text = " ".join(part for part in (argument.get("abstract"), argument.get("discussion")) if part)
        if argument.get("defaultValue"):
            text += f" (default: {argument['defaultValue']})"
        lines += [".TP", f"\\fB{escape(names_of(argument))}\\fR", escape(text)]
    subcommands = [sub for sub in visible(command) if sub["commandName"] != "help"]
    if subcommands:
        lines.append(".SH SUBCOMMANDS")
        for sub in subcommands:
            lines += [".TP", f"\\fB{escape(name)}\\-{escape(sub['commandName'])}\\fR(1)", escape(sub.get("abstract", ""))]
    if len(path) > 1:
        lines += [".SH SEE ALSO", "\\fBagate\\fR(1)"]
    else:
        lines += [".SH EXIT STATUS", "0 for success, 1 if diff or verify finds a difference or lint an error, 2 for invalid input, 64 for an invalid command line, "
                  "75 if retrying can help, 130, 143 or 141 after an interrupt, a termination or a closed pipe."]
    return "\n".join(line for line in lines if line) + "\n"


def write_all(program, share):
    share = Path(share)
    root = json.loads(output(program, "--experimental-dump-help"))["command"]
    folder = share / "man/man1"
    folder.mkdir(parents=True, exist_ok=True)

    def add(path, command):
        (folder / ("-".join(path) + ".1")).write_text(page(path, command))
        for sub in visible(command):
            if sub["commandName"] != "help":
                add(path + [sub["commandName"]], sub)

    add(["agate"], root)
    for shell, place in [("bash", "bash-completion/completions/agate"), ("zsh", "zsh/vendor-completions/_agate"), ("fish", "fish/vendor_completions.d/agate.fish")]:
        path = share / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(output(program, "--generate-completion-script", shell))
