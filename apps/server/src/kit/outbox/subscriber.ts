// A module's subscription to events: durable, in order, at least once.
import type { StoredEvent } from './outbox.repository.ts';

export interface Subscriber {
  /** Unique and stable: its position in the outbox is stored under this name. */
  readonly name: string;
  /** The events it wants, by name. */
  readonly events: readonly string[];
  /** Must be idempotent: after a crash the same event comes again. A throw is tried again with back-off. */
  handle(event: StoredEvent): Promise<void>;
  /**
   * Handles several events, in their order, where that costs less than one by one. When it throws, each of them comes to
   * `handle`, also those that took effect.
   */
  handleTogether?(events: readonly StoredEvent[]): Promise<void>;
}
