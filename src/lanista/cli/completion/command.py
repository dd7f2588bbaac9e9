"""`lanista completion`: the completion script for a shell."""

from __future__ import annotations

import click

from lanista.cli.shared.common import print_json, verb

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_LANISTA_COMPLETE"
# Unlike click's script, this one offers words and files together.
BASH = r"""%(complete_func)s() {
    local line file word="${COMP_WORDS[COMP_CWORD]}"
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            plain,*=) COMPREPLY+=("${line#*,}"); compopt -o nospace ;;
            plain,*) COMPREPLY+=("${line#*,}") ;;
            file,* | dir,*)
                compopt -o filenames
                while IFS= read -r file; do
                    [[ " ${COMPREPLY[*]}" == *" $file/"* ]] || COMPREPLY+=("$file")
                done < <(compgen -f -- "$word") ;;
        esac
    done < <(env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD="$COMP_CWORD" %(complete_var)s=bash_complete "$1")
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


@verb
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str, as_json: bool) -> None:
    """Print a shell's completion script for verbs, options, games, bots, maps and replays.

    \b
    bash:  add to ~/.bashrc:  eval "$(lanista completion bash)"
    zsh:   add to ~/.zshrc:  eval "$(lanista completion zsh)"
    fish:  lanista completion fish > ~/.config/fish/completions/lanista.fish
    """
    script = _script(shell)
    if as_json:
        from lanista.cli.completion.shapes import Completion

        print_json(Completion(shell, script))
    else:
        click.echo(script)


def _script(shell: str) -> str:
    from click.shell_completion import get_completion_class

    from lanista.cli.main import lanista

    kind = get_completion_class(shell)
    assert kind is not None, "click supports these shells"
    # not `source()`, which runs the installed shell to check its version
    template: str = BASH if shell == "bash" else kind.source_template
    return template % kind(lanista, {}, "lanista", VARIABLE).source_vars()
