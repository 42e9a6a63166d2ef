/** Apart from what only talks to a service: a data folder takes more to read than a URL. */
export { findService } from '@verbatim/platform/service-directory';
