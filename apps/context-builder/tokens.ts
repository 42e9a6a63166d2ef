/** Tokens of ports that Nest injects; a port is an interface and has no value of its own. */
export const ANALYTICS = Symbol('ANALYTICS');
export const API_KEYS = Symbol('API_KEYS');
export const CONFIGURATION = Symbol('CONFIGURATION');
export const READER = Symbol('READER');
export const RECEIPTS = Symbol('RECEIPTS');
