export { instructions, promptVersion } from './instructions';
export { messageElement, summaryElement, transcript } from './transcript';
