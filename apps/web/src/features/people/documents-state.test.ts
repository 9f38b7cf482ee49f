// Tests the overall state of a driver's documents.
import { describe, expect, it } from 'vitest';
import { documentsState } from './documents-state.ts';

const day = 24 * 60 * 60 * 1000;
const now = 1_800_000_000_000;

describe('documentsState', () => {
  it.each([
    ['none', 0, null],
    ['none', 0, now - day],
    ['valid', 1, null],
    ['valid', 2, now + 31 * day],
    ['expiring', 2, now + 30 * day],
    ['expiring', 1, now + 1],
    ['expired', 1, now],
    ['expired', 3, now - day],
  ] as const)('is %s with %i documents until %s', (state, documents, until) => {
    expect(documentsState(documents, until, now)).toBe(state);
  });
});
