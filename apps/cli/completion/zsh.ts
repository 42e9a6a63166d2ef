import type { CompletedCommand, CompletedWord } from './command-tree';

/** A script for zsh, with descriptions. It may be sourced, or be a file `_verbatim` of `fpath`. */
export function zshScript(tree: readonly CompletedCommand[]): string {
  return `#compdef verbatim
# zsh completion of verbatim: source <(verbatim completion zsh)
_verbatim() {
  local at='' i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
      ${paths(tree).join(' | ')}) at="$at \${words[i]}" ;;
    esac
  done
  at=\${at# }
  case "$at|\${words[CURRENT-1]}" in
${values(tree).join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    case "$at" in
${tree.map(({ path, options }) => `      '${path}') found=(${described(options)}) ;;`).join('\n')}
    esac
    _describe option found
  else
    case "$at" in
${tree.map(({ path, commands, choices }) => `      '${path}') found=(${described([...commands, ...plain(choices)])}) ;;`).join('\n')}
    esac
    if ((\${#found})); then _describe command found; else _files; fi
  fi
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
if [[ \${funcstack[1]} == _verbatim ]]; then _verbatim "$@"; else compdef _verbatim verbatim; fi
`;
}

const paths = (tree: readonly CompletedCommand[]): string[] =>
  tree.filter(({ path }) => path !== '').map(({ path }) => `' ${path}'`);

const plain = (words: readonly string[]): CompletedWord[] => words.map((word) => ({ word, description: '' }));

const described = (words: readonly CompletedWord[]): string =>
  words.map(({ word, description }) => quoted(`${word.replaceAll(':', '\\:')}:${description}`)).join(' ');

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function values(tree: readonly CompletedCommand[]): string[] {
  return tree.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ word, choices }) => {
        const complete = choices.length === 0 ? '_files' : `compadd -- ${choices.join(' ')}`;
        return `    '${path}|${word}') ${complete}; return ;;`;
      }),
  );
}
