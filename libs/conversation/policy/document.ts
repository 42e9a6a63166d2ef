import { z } from 'zod';
import { agentMcpDocument } from './presets/agent-mcp';
import { agentZeroDocument } from './presets/agent-zero';
import { agentkitDocument } from './presets/agentkit';
import { chainliteDocument } from './presets/chainlite';
import { hpdDocument } from './presets/hpd';
import { windowOnlyDocument } from './presets/window-only';

/**
 * What a user writes (SPEC 0): every part may be left out, and inside a preset the source's own names are accepted
 * too. A resolved policy is a document as well and resolves to itself.
 */
export const policyDocumentSchema = z
  .discriminatedUnion('preset', [
    windowOnlyDocument,
    agentkitDocument,
    hpdDocument,
    chainliteDocument,
    agentZeroDocument,
    agentMcpDocument,
  ])
  .meta({ id: 'PolicyDocument' });
export type PolicyDocument = z.infer<typeof policyDocumentSchema>;
