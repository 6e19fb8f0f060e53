# Completion of alai for fish. In ~/.config/fish/config.fish: alai completion fish | source

function __alai_complete
    set -l before (commandline -opc)
    set -e before[1]
    set -l raw (commandline -ct)
    # The word without its quotes, of which the last may be open.
    set -l word (string unescape -- $raw; or string unescape -- $raw\"; or string unescape -- $raw\'; or echo -- $raw)
    set -l lines (command alai __complete fish $before "$word" 2>/dev/null)
    set -l kind $lines[1]
    set -e lines[1]
    if test (count $lines) -gt 0
        printf '%s\n' $lines
    else if test "$kind" = files
        set -l parts (string match -r -- '^(-[^=]*=)(.*)$' "$word")
        if test (count $parts) -eq 3
            for path in (__fish_complete_path "$parts[3]")
                printf '%s\n' "$parts[2]$path"
            end
        else
            __fish_complete_path "$word"
        end
    end
end

complete -c alai -f -a '(__alai_complete)'
