// Tests the state of a document day by day.
import { describe, expect, it } from 'vitest';
import { documentState } from './document-state.ts';

const until = (expiresOn: string | null, expired = false) => ({ expiresOn, expired });
/** Still the 21st in Montevideo, already the 22nd in UTC. */
const now = Date.UTC(2026, 10, 22, 1);
const stateOf = (document: Parameters<typeof documentState>[0]) =>
  documentState(document, now, 'America/Montevideo');

describe('a document', () => {
  it('is missing, or has no end', () => {
    expect(stateOf(null)).toEqual({ name: 'missing' });
    expect(stateOf(until(null))).toEqual({ name: 'undated' });
  });

  it('is valid through its last day, with a warning from thirty days before', () => {
    expect(stateOf(until('2026-12-22'))).toEqual({ name: 'valid', expiresOn: '2026-12-22' });
    expect(stateOf(until('2026-12-21'))).toMatchObject({ name: 'ending', days: 30 });
    expect(stateOf(until('2026-11-21'))).toMatchObject({ name: 'ending', days: 0 });
    expect(stateOf(until('2026-11-20'))).toEqual({ name: 'expired', expiresOn: '2026-11-20' });
  });

  it('has expired when the server says so, independent of the device’s clock', () => {
    expect(stateOf(until('2026-11-22', true)).name).toBe('expired');
  });
});
