import { type Dimensions, imageDimensions } from './image-dimensions';
import { byProvider } from './provider-rules';

/** Assumed of images whose size is not known: a large photograph, since too small a guess breaks the budget. */
const UNKNOWN: Dimensions = { width: 2048, height: 2048 };

/**
 * Tokens of an image for a model of this provider; its bytes are never counted as text.
 * - openai: by 512-pixel tiles, the rule of GPT-4o and GPT-4.1. Smaller models count patches and multiply them: where
 *   their price matters, their registry entry needs a margin (platform.openai.com/docs/guides/images-vision).
 * - anthropic: pixels by 750 (platform.claude.com/docs/en/build-with-claude/vision).
 * - google: 258 a tile (ai.google.dev/gemini-api/docs/tokens).
 * - any other: the largest of the three.
 */
export function imageTokens(
  { url, detail }: { url: string; detail?: string | undefined },
  provider: string,
): number {
  const size = imageDimensions(url) ?? UNKNOWN;
  return byProvider(provider, {
    openai: () => openAiTokens(size, detail),
    anthropic: () => anthropicTokens(size),
    google: () => googleTokens(size),
  });
}

/** Fitted into 2048 x 2048, then to a shorter side of 768, never enlarged; 85 and 170 for each tile of 512 x 512. */
function openAiTokens(size: Dimensions, detail: string | undefined): number {
  if (detail === 'low') return 85;
  const fitted = shrunk(size, 2048 / Math.max(size.width, size.height));
  const { width, height } = shrunk(fitted, 768 / Math.min(fitted.width, fitted.height));
  return 85 + 170 * Math.ceil(width / 512) * Math.ceil(height / 512);
}

/** Fitted into 1568 x 1568, then a token for each 750 pixels. */
function anthropicTokens(size: Dimensions): number {
  const { width, height } = shrunk(size, 1568 / Math.max(size.width, size.height));
  return Math.ceil((width * height) / 750);
}

/** One tile up to 384 x 384, else as many of 768 x 768 as cover it; 258 for each. */
function googleTokens({ width, height }: Dimensions): number {
  const isSmall = width <= 384 && height <= 384;
  return 258 * (isSmall ? 1 : Math.ceil(width / 768) * Math.ceil(height / 768));
}

function shrunk({ width, height }: Dimensions, factor: number): Dimensions {
  const by = Math.min(1, factor);
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) };
}
