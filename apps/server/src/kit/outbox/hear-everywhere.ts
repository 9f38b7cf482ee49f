// Hears of events on every server, for what each of them keeps in memory; a subscriber is run by one server alone.
import type { Bus } from '../../ports/bus.ts';
import type { StoredEvent } from './outbox.repository.ts';
import { committedEvents } from './relay.ts';

/**
 * Each event once on every server, in order, soon after it was committed. One that comes while a server is down is not
 * heard by it: it starts with nothing in memory. `hear` does no more than forget or note something.
 */
export function hearEverywhere(bus: Bus, names: readonly string[], hear: (event: StoredEvent) => void): void {
  bus.subscribe(committedEvents, (event) => {
    if (names.includes(event.name)) hear(event);
  });
}
