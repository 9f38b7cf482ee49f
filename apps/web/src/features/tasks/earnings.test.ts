// Earnings of a day: credits from bookings since midnight where the operator is, to the cent.
import type { WalletEntry } from '@kerb/contract';
import { describe, expect, it } from 'vitest';
import { earningsOfDay, reachesBeyondDay } from './earnings.ts';

const montevideo = 'America/Montevideo';
/** 2026-11-21 in Montevideo begins at 03:00 UTC. */
const midnight = Date.UTC(2026, 10, 21, 3);
const now = midnight + 10 * 3_600_000;

let ids = 0;
function anEntry(entry: Partial<WalletEntry>): WalletEntry {
  ids += 1;
  return {
    id: String(ids),
    kind: 'ride',
    type: 'Credit',
    amount: 100,
    date: now,
    txRef: `booking-${ids}`,
    booking: null,
    reason: null,
    balance: 0,
    ...entry,
  };
}

describe('earnings of a day', () => {
  it('begin at midnight in the time zone of the operator', () => {
    const entries = [
      anEntry({ amount: 242.84, date: midnight }),
      anEntry({ amount: 500, date: midnight - 1 }),
    ];
    expect(earningsOfDay(entries, now, montevideo)).toEqual({ amount: 242.84, trips: 1 });
    expect(earningsOfDay(entries, now, 'UTC').trips).toBe(2);
  });

  it('count what was earned: not the cash handed in, nor a top-up, nor a withdrawal', () => {
    const entries = [
      anEntry({ amount: 242.84, txRef: 'ride' }),
      anEntry({ type: 'Debit', amount: 257.41, txRef: 'ride' }),
      anEntry({ amount: 1000, txRef: 'AdminCredit' }),
      anEntry({ type: 'Withdraw', amount: 50 }),
    ];
    expect(earningsOfDay(entries, now, montevideo)).toEqual({ amount: 242.84, trips: 1 });
  });

  it('add cents without dust', () => {
    const entries = Array.from({ length: 3 }, () => anEntry({ amount: 0.1 }));
    expect(earningsOfDay(entries, now, montevideo).amount).toBe(0.3);
  });

  it('are nothing on a new day', () => {
    expect(earningsOfDay([], now, montevideo)).toEqual({ amount: 0, trips: 0 });
  });

  it('need no older page once one entry is of yesterday', () => {
    expect(reachesBeyondDay([anEntry({}), anEntry({ date: midnight - 1 })], now, montevideo)).toBe(true);
    expect(reachesBeyondDay([anEntry({})], now, montevideo)).toBe(false);
    expect(reachesBeyondDay([], now, montevideo)).toBe(false);
  });
});
