// Tests when a rider may report a lost item or ask the operator for help.
import { describe, expect, it } from 'vitest';
import { bookingStatus } from '../booking/index.ts';
import { LOST_ITEM_DAYS, mayReport } from './report-rules.ts';

const ended = Date.UTC(2026, 4, 1);
const trip = { status: 'COMPLETE' as const, driver: 'd', trip_end_time: ended };

describe('a report about a ride', () => {
  it.each(bookingStatus.options)('asks for help while it is %s', (status) => {
    expect(mayReport('help', { ...trip, status, driver: null, trip_end_time: null }, ended)).toBe(true);
  });

  it('can report a lost item once the trip has ended', () => {
    const after = bookingStatus.options.filter((status) =>
      mayReport('lost_item', { ...trip, status }, ended + 1),
    );
    expect(after).toEqual(expect.arrayContaining(['PENDING', 'PAID', 'COMPLETE']));
    for (const status of ['PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED'] as const)
      expect(mayReport('lost_item', { ...trip, status, trip_end_time: null }, ended)).toBe(false);
    expect(after).not.toContain('CANCELLED');
    expect(mayReport('lost_item', { ...trip, driver: null }, ended)).toBe(false);
  });

  it('can report a lost item for 30 days', () => {
    const last = ended + LOST_ITEM_DAYS * 86_400_000;
    expect(mayReport('lost_item', trip, last)).toBe(true);
    expect(mayReport('lost_item', trip, last + 1)).toBe(false);
  });
});
