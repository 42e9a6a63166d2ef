export { ExtractiveSummarizer, type ExtractiveSummarizerOptions } from './extractive-summarizer';
