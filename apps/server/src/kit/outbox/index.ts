// Public interface of the outbox: append events and subscribe to them.
export { appendEvent, appendEvents, type NewEvent, type StoredEvent } from './outbox.repository.ts';
export { subscribeOnEveryServer } from './relay.ts';
export type { Subscriber } from './subscriber.ts';
