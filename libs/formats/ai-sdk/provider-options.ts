import { z } from 'zod';

/** What the SDK hands to one provider and no other, by the provider's name. */
export const providerOptions = z.record(z.string(), z.record(z.string(), z.unknown())).optional();
