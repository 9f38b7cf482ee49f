// Front door of the outbox: write events, hear of them.
export { hearEverywhere } from './hear-everywhere.ts';
export { appendEvent, type NewEvent, type StoredEvent } from './outbox.repository.ts';
export type { Subscriber } from './subscriber.ts';
