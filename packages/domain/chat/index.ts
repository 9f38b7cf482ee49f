// Entry point of chat: write permissions by time, and the cleaning of messages.
export * from './chat-rules.ts';
