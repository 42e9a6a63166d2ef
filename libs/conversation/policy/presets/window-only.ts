import { z } from 'zod';
import { historyPart } from '../parts/history';
import { part } from '../parts/part';
import { generic } from '../parts/parts';
import { plain, type Preset } from './preset';

export const windowOnlyDocument = part(
  {
    preset: z
      .literal('window-only')
      .describe('The preset of documents that name none: nothing is reduced until the window asks for it.')
      .optional(),
    ...generic(historyPart.nullable()),
  },
  'WindowOnlyDocument',
);

/** The default (SPEC 0): nothing is reduced until the budget asks for it, or until the document names a part. */
export const windowOnly: Preset = { ...plain, mergeSummariesAt: 8 };
