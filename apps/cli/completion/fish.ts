import type { CompletedCommand } from './command-tree';

/** A script for fish, with descriptions. */
export function fishScript(tree: readonly CompletedCommand[]): string {
  return `# fish completion of verbatim: verbatim completion fish | source
function __verbatim_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${paths(tree).join(' ')}
        set at "$at $word"
    end
  end
  test (string trim -- "$at") = "$argv"
end
complete -c verbatim -e
${tree.flatMap(lines).join('\n')}
`;
}

const paths = (tree: readonly CompletedCommand[]): string[] =>
  tree.filter(({ path }) => path !== '').map(({ path }) => `' ${path}'`);

function lines({ path, commands, options, choices }: CompletedCommand): string[] {
  const start = `complete -c verbatim -n ${quoted(`__verbatim_at ${path === '' ? "''" : path}`)}`;
  const chosen = choices.map((word) => `${start} -f -a ${word}`);
  const below = commands.map(({ word, description }) => `${start} -f -a ${word} -d ${quoted(description)}`);
  const long = options.map(({ word, description, takesValue, choices: values }) => {
    const value = values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : takesValue ? ' -r' : '';
    return `${start} -l ${word.slice(2)}${value} -d ${quoted(description)}`;
  });
  return [...below, ...chosen, ...long];
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
