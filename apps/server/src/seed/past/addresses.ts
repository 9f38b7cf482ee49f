// Derives the saved addresses of past riders from their trips.
import { countVisit } from '@kerb/domain/booking';
import type { PastRecord } from '../../modules/booking/index.ts';
import { demoId } from '../people.ts';

interface Saved {
  id: string;
  uid: string;
  description: string;
  lat: number;
  lng: number;
  count: number;
  updated_at: number;
}

/** One address for each place without another saved address nearby, with the number of visits since. */
export function addressesOf(records: readonly PastRecord[]): Saved[] {
  const saved = new Map<string, Saved[]>();
  for (const { booking } of records) {
    const { customer: uid, drop_point: drop, trip_end_time: updated_at } = booking;
    if (updated_at === null) continue;
    const own = saved.get(uid) ?? [];
    const { convert_to_mile } = booking.pricing;
    const note = countVisit(own, drop, { convert_to_mile });
    if (note.kind === 'visited-again') Object.assign(note.address, { count: note.count, updated_at });
    else {
      const id = demoId(`address-${uid}-${own.length}`);
      own.push({ id, uid, description: drop.add, lat: drop.lat, lng: drop.lng, count: 1, updated_at });
    }
    saved.set(uid, own);
  }
  return [...saved.values()].flat();
}
