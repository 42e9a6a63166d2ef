/**
 * Leaves out all but the newest tool turns, and shortens what the assistant said long ago.
 *
 * @type {import('../../libs/conversation/plugins/contract').HistoryPluginFactory}
 */
export default function recentTools({ keep = 3, longest = 2000 }) {
  return {
    name: 'recent-tools',

    process(history) {
      const tools = history.filter(({ kind }) => kind === 'tools');
      const old = new Set(tools.slice(0, Math.max(0, tools.length - keep)));
      const left = history.filter((element) => element.required || !old.has(element));
      return left.map((element) => shortened(element, longest));
    },

    /** A smaller model gets replies of half the length. */
    onModelSwitch(session, oldModel, newModel) {
      const isSmaller = oldModel && newModel && newModel.maxContext.tokens < oldModel.maxContext.tokens;
      const most = isSmaller ? longest / 2 : longest;
      return session.history.map((element) => shortened(element, most));
    },
  };
}

function shortened(element, most) {
  const { plain, role, required, text } = element;
  const isLong = plain && role === 'assistant' && !required && text.length > most;
  return isLong ? { ...element, text: text.slice(0, most) } : element;
}
