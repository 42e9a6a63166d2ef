export * from './chain';
export * from './journal-row';
export * from './projection/projection-store';
export * from './reading/conversation-reader';
export * from './serving/configuration-store';
export * from './serving/receipt-store';
export * from './work/work-queue';
export * from './policy-version';
