import { signatureFeatures } from './signatures.features';

jest.setTimeout(60_000);

describe('signed events on the embedded log', () => {
  signatureFeatures(() => Promise.resolve(null));
});
