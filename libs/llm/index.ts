export type { Summarizer, Summary, SummaryMessage, SummaryRequest } from './summarizer';
export { SummarizerError, type SummarizerErrorCode } from './summarizer-error';
export { ExtractiveSummarizer, type ExtractiveSummarizerOptions } from './extractive';
export { OpenAiSummarizer, type OpenAiSummarizerOptions } from './openai';
