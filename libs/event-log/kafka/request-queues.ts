interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

/** The class of kafkajs that holds back requests of a connection which are more than the broker takes. */
const { prototype }: { readonly prototype: RequestQueue } = require('kafkajs/src/network/requestQueue');

let isInstalled = false;

/**
 * Lets a connection without anything to send rest: kafkajs looks at its empty queue every millisecond, by a timer that is
 * always late (which newer Nodes warn of). Again is harmless.
 */
export function installQuietQueues(): void {
  if (isInstalled) return;
  isInstalled = true;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) schedule.call(this);
  };
}
