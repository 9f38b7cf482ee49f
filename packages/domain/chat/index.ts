// Entry point of chat: who may write when, and what a message is made of.
export * from './chat-rules.ts';
