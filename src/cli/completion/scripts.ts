// Completion scripts of the shells: they ask the program for words, and never evaluate those as code.

/**
 * Offers come one per line, with a tab and the meaning; a line that begins with a tab says whether files or folders fit, too.
 * Bash splits words at `=` and `:` and replaces only the last part, so they are joined here and cut again.
 */
const bash = `# Completion of cairn for bash: source <(cairn setup completion bash)
_cairn() {
  local rest="\${COMP_LINE:0:COMP_POINT}" lead piece="" word="" joined="" open="" reply file at
  local -a typed=()
  for ((at = 0; at <= COMP_CWORD; at++)); do
    lead="\${rest%%[![:space:]]*}"
    rest="\${rest#"$lead"}"
    piece="\${COMP_WORDS[at]}"
    [[ $at -eq $COMP_CWORD ]] && piece="$rest"
    rest="\${rest#"$piece"}"
    if [[ $at -eq 0 || -n $lead ]]; then
      [[ $at -gt 1 ]] && typed+=("\${word//[\\"\\'\\\\]/}")
      joined="" word="$piece"
    else
      joined="$word" word+="$piece"
    fi
  done
  [[ $piece == [=:@\\<\\>] ]] && joined="$word"
  case $piece in \\"* | \\'*) open=1 ;; esac
  word="\${word//[\\"\\'\\\\]/}" joined="\${joined//[\\"\\'\\\\]/}"
  COMPREPLY=()
  while IFS= read -r reply; do
    case $reply in
      $'\\tfiles' | $'\\tfolders')
        lead=""
        [[ $word == --*=* ]] && lead="\${word%%=*}="
        compopt -o filenames 2>/dev/null
        while IFS= read -r file; do
          file="$lead$file"
          COMPREPLY+=("\${file#"$joined"}")
        done < <(if [[ $reply == $'\\tfolders' ]]; then compgen -d -- "\${word#"$lead"}"; else compgen -f -- "\${word#"$lead"}"; fi)
        ;;
      *)
        reply="\${reply%%$'\\t'*}"
        [[ -n $reply && $reply == "$word"* ]] || continue
        reply="\${reply#"$joined"}"
        if [[ $reply == *[!A-Za-z0-9_./:=@%+,-]* ]]; then
          # Within quotes that somebody opened only what needs no other quoting fits.
          if [[ -n $open ]]; then [[ $reply == *[!A-Za-z0-9_./:=@%+,\\ -]* ]] && continue; else printf -v reply %q "$reply"; fi
        fi
        COMPREPLY+=("$reply")
        ;;
    esac
  done < <(command cairn setup completion --words -- "\${typed[@]+"\${typed[@]}"}" "$word" 2>/dev/null </dev/null)
}
complete -F _cairn cairn
`;

const zsh = `#compdef cairn
# Completion of cairn for zsh: source <(cairn setup completion zsh)
_cairn() {
  local line files="" tab=$'\\t'
  local -a typed candidates displays
  local -i wide=0
  (( CURRENT > 2 )) && typed=("\${(@Q)words[2,CURRENT-1]}")
  while IFS= read -r line; do
    if [[ $line == "$tab"* ]]; then
      files="\${line#"$tab"}"
    elif [[ -n $line ]]; then
      candidates+=("\${line%%"$tab"*}")
      displays+=("\${line#*"$tab"}")
      (( \${#candidates[-1]} > wide )) && wide=\${#candidates[-1]}
    fi
  done < <(command cairn setup completion --words -- "\${typed[@]}" "\${(Q)PREFIX}" 2>/dev/null </dev/null)
  local -i at
  for (( at = 1; at <= $#candidates; at++ )); do
    if [[ -n $displays[at] ]]; then
      displays[at]="\${(r:$wide:)candidates[at]}  -- $displays[at]"
    else
      displays[at]="$candidates[at]"
    fi
  done
  local -i none=1
  (( $#candidates )) && compadd -V cairn -l -d displays -a candidates && none=0
  if [[ -n $files ]]; then
    [[ $PREFIX == --*=* ]] && compset -P 1 '*='
    if [[ $files == folders ]]; then _files -/ && none=0; else _files && none=0; fi
  fi
  return none
}
if [[ $funcstack[1] == _cairn ]]; then
  _cairn "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _cairn cairn
fi
`;

const fish = `# Completion of cairn for fish: cairn setup completion fish > ~/.config/fish/completions/cairn.fish
function __cairn_words
    set -l typed (commandline -opc)
    set -e typed[1]
    set -l word (commandline -ct)
    for line in (command cairn setup completion --words -- $typed "$word" 2>/dev/null </dev/null)
        switch $line
            case \\t'*'
                set -l lead (string match -r -- '^--[^=]*=' "$word")
                set -l path (string replace -r -- '^--[^=]*=' '' "$word")
                if test $line = \\tfolders
                    __fish_complete_directories "$path" '' | string replace -r -- '^' "$lead"
                else
                    __fish_complete_path "$path" | string replace -r -- '^' "$lead"
                end
            case '*'
                echo -- $line
        end
    end
end
complete -c cairn -f -k -a '(__cairn_words)'
`;

/** By shell; printed by `cairn setup completion SHELL`. */
export const scripts: Readonly<Record<string, string>> = { bash, zsh, fish };
