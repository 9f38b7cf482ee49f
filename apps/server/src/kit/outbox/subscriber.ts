// Type of a module's durable subscription to events: ordered, delivered at least once.
import type { StoredEvent } from './outbox.repository.ts';

export interface Subscriber {
  /** Unique and stable, because the cursor in the outbox is stored under this name. */
  readonly name: string;
  /** Names of the events to receive. */
  readonly events: readonly string[];
  /**
   * Must be idempotent, because an event may be delivered again after a crash. When it throws, it is retried with
   * back-off.
   */
  handle(event: StoredEvent): Promise<void>;
  /**
   * Handles several events in order, when that costs less than handling them one by one. When it throws, each of the
   * events is passed to `handle`, even if it already took effect.
   */
  handleTogether?(events: readonly StoredEvent[]): Promise<void>;
}
