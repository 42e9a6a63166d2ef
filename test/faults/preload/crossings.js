const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const POLL_MS = 20;
const RECORD_MS = 1_000;

/**
 * Every crossing to the outside passes here, with a label that stays the same from run to run: service, kind, a short form of
 * what it is, and whether it is `before` the bytes leave or `after` the answer came and before anybody sees it.
 */
class Crossings {
  constructor(service, faults) {
    this.service = service;
    this.pause = faults.pauseBefore;
    this.counts = new Map();
    if (faults.record) this.record(faults.record);
    if (faults.kill) this.arm(orderOf(faults.kill), faults.kill.token);
    if (faults.orders) this.obey(join(faults.orders, `${service}.order`));
  }

  /** Goes on at once, but for a pause; does not come back where this is the place to die. */
  cross(what, goOn) {
    const label = `${this.service} ${what}`;
    if (this.recording) this.counts.set(label, (this.counts.get(label) ?? 0) + 1);
    if (this.order) this.countDown(label);
    if (this.pause?.label !== label) return goOn();
    setTimeout(goOn, this.pause.ms);
    return undefined;
  }

  /** The same for what is awaited anyway. */
  async passed(what) {
    await new Promise((resolve) => void this.cross(what, resolve));
  }

  countDown(label) {
    if (this.order.label !== undefined && this.order.label !== label) return;
    this.order.left -= 1;
    if (this.order.left > 0 || !this.spend(label)) return;
    process.kill(process.pid, 'SIGKILL');
  }

  arm(order, token) {
    this.order = order;
    // Where the token is there already, the kill was before, in an earlier process.
    this.spend = (label) => {
      this.order = undefined;
      return (
        token === undefined || attempted(() => writeFileSync(token, label, { flag: 'wx' })) !== undefined
      );
    };
  }

  /** An order that is put at the file while the service runs; where it was carried out is left in `<file>.struck`. */
  obey(file) {
    let last;
    const look = () => {
      const text = attempted(() => readFileSync(file, 'utf8'));
      if (text === last) return;
      last = text;
      if (text) this.arm(orderOf(JSON.parse(text)), `${file}.struck`);
      else this.order = undefined;
    };
    look();
    setInterval(look, POLL_MS).unref();
  }

  record(folder) {
    this.recording = true;
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${this.service}.labels`);
    const flush = () => {
      if (this.counts.size === 0) return;
      appendFileSync(file, `${JSON.stringify(Object.fromEntries(this.counts))}\n`);
      this.counts.clear();
    };
    setInterval(flush, RECORD_MS).unref();
    process.once('exit', flush);
  }
}

/** The nth crossing of a label; or any crossing, drawn by a seed from the next so many. */
function orderOf({ label, nth, atRandom, within }) {
  return label === undefined ? { left: 1 + (hash(atRandom) % within) } : { label, left: nth ?? 1 };
}

function hash(seed) {
  let mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function attempted(action) {
  try {
    return action() ?? true;
  } catch {
    return undefined;
  }
}

module.exports = { Crossings };
