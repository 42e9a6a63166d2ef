const { performance } = require('node:perf_hooks');

/** The clock on the wall is off by so many milliseconds; what measures durations is not. */
function shiftClock(milliseconds) {
  const RealDate = Date;
  const realNow = Date.now;
  RealDate.now = () => realNow() + milliseconds;
  const Shifted = new Proxy(RealDate, {
    apply: () => new RealDate(RealDate.now()).toString(),
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [RealDate.now()] : given, newTarget),
  });
  RealDate.prototype.constructor = Shifted;
  globalThis.Date = Shifted;
  Object.defineProperty(performance, 'timeOrigin', {
    value: performance.timeOrigin + milliseconds,
    configurable: true,
  });
}

module.exports = { shiftClock };
