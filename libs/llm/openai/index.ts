export { OpenAiSummarizer, type OpenAiSummarizerOptions } from './openai-summarizer';
