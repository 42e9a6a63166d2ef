const childProcess = require('node:child_process');

/** A process of the service's own when it is started, each message to it, and each of its answers. */
function watchChildren(crossings) {
  const { spawn } = childProcess;
  childProcess.spawn = (...given) => {
    crossings.cross('child spawn before', () => undefined);
    const child = spawn(...given);
    watch(child, crossings);
    crossings.cross('child spawn after', () => undefined);
    return child;
  };
}

function watch(child, crossings) {
  const { emit, send } = child;
  if (!send) return;
  child.send = (...given) => {
    crossings.cross('child message before', () => send.apply(child, given));
    return true;
  };
  child.emit = (event, ...told) => {
    if (event !== 'message') return emit.call(child, event, ...told);
    crossings.cross('child message after', () => emit.call(child, event, ...told));
    return true;
  };
}

module.exports = { watchChildren };
