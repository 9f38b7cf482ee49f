// Tests that data loaded before the live connection opened is loaded again once when it opens.
import type { LiveState } from '@kerb/sdk/live';
import { describe, expect, it } from 'vitest';
import { whenOpen } from './when-open.ts';

function connection(first: LiveState) {
  let state = first;
  const listeners = new Set<(next: LiveState) => void>();
  return {
    state: () => state,
    onState(listener: (next: LiveState) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    become(next: LiveState) {
      state = next;
      for (const listener of [...listeners]) listener(next);
    },
  };
}

describe('whenOpen', () => {
  it('runs when the connection opens, and not when it is re-established', () => {
    const live = connection('connecting');
    let runs = 0;
    whenOpen(live, () => (runs += 1));
    live.become('waiting');
    live.become('connecting');
    expect(runs).toBe(0);
    live.become('open');
    live.become('waiting');
    live.become('open');
    expect(runs).toBe(1);
  });

  it('does nothing when the connection is already open, or after it was stopped', () => {
    let runs = 0;
    const open = connection('open');
    whenOpen(open, () => (runs += 1));
    open.become('waiting');
    open.become('open');
    const late = connection('connecting');
    whenOpen(late, () => (runs += 1))();
    late.become('open');
    expect(runs).toBe(0);
  });
});
