export type {
  DraftFault,
  Summarizer,
  Summary,
  SummaryMessage,
  SummaryPurpose,
  SummaryRequest,
  Usage,
} from './summarizer';
export { SummarizerError, type SummarizerErrorCode } from './summarizer-error';
export { ExtractiveSummarizer, type ExtractiveSummarizerOptions } from './extractive';
export { OpenAiSummarizer, type OpenAiSummarizerOptions } from './openai';
export { instructions, messageElement, summaryElement } from './prompt';
