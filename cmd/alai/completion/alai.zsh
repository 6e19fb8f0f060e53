#compdef alai
# Completion of alai for zsh. In ~/.zshrc, after compinit: source <(alai completion zsh)
# Or as a file _alai in a folder of $fpath.

_alai() {
    local line kind= tab=$'\t'
    local -a values shown
    # The words without their quotes; nothing in them is expanded.
    while IFS= read -r line; do
        if [[ -z $kind ]]; then
            kind=$line
        else
            values+=("${line%%$tab*}")
            shown+=("${${line%%$tab*}}${${line#*$tab}:+  -- ${line#*$tab}}")
        fi
    done < <(command alai __complete zsh "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
    if (( $#values )); then
        compadd -U -l -d shown -a values
    elif [[ $kind == files ]]; then
        [[ $PREFIX == -*=* ]] && compset -P '*='
        _files
    fi
}

if [[ $funcstack[1] == _alai ]]; then
    _alai "$@"
else
    compdef _alai alai
fi
