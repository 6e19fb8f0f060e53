# Completion of alai for bash. In ~/.bashrc: source <(alai completion bash)

_alai() {
    local line kind=
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ -z $kind ]]; then
            kind=$line
        else
            COMPREPLY+=("$line")
        fi
    done < <(command alai __complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
    if [[ $kind == files && ${#COMPREPLY[@]} == 0 ]]; then
        compopt -o bashdefault -o default 2>/dev/null
    fi
}

complete -F _alai alai
