import type { CompletedCommand } from './command-tree';

/** A script for bash 3.2 and later. Nothing that was typed is evaluated, and no process is started. */
export function bashScript(tree: readonly CompletedCommand[]): string {
  return `# bash completion of verbatim: source <(verbatim completion bash)
_verbatim() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${paths(tree).join(' | ')}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  at=\${at# }
  COMPREPLY=()
  case "$at|$prev" in
${values(tree).join('\n')}
  esac
  local commands='' options=''
  case "$at" in
${tree.map(wordsOf).join('\n')}
  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$cur")) ;;
    *) COMPREPLY=($(compgen -W "$commands" -- "$cur")) ;;
  esac
}
complete -o default -F _verbatim verbatim
`;
}

const paths = (tree: readonly CompletedCommand[]): string[] =>
  tree.filter(({ path }) => path !== '').map(({ path }) => `' ${path}'`);

/** After an option that takes a value: its choices, else what bash completes by itself, which is files. */
function values(tree: readonly CompletedCommand[]): string[] {
  return tree.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ word, choices }) => {
        const chosen =
          choices.length === 0 ? '' : `COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$cur")); `;
        return `    '${path}|${word}') ${chosen}return ;;`;
      }),
  );
}

function wordsOf({ path, commands, options, choices }: CompletedCommand): string {
  const words = [...commands.map(({ word }) => word), ...choices].join(' ');
  return `    '${path}') commands='${words}' options='${options.map(({ word }) => word).join(' ')}' ;;`;
}
