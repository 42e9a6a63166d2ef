/**
 * What `renderBody` joins: a message of the API, or `{"system": …}`. `joins` is true of what no producer sent as a message of
 * its own (a piece of a turn, a summary, a placeholder): joining it with its neighbour is nothing to tell.
 */
export function messageFragment(role: 'user' | 'assistant', content: string, joins: boolean): string {
  return `{"role":"${role}","content":${content}${joins ? ',"joins":true' : ''}}`;
}
