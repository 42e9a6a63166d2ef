export { startSummarizer } from './start-summarizer';
