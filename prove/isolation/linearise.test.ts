// Tests of the linearisability search: histories of a register and of an account with known verdicts, and all small
// ones.
import { seededRandom } from '@kerb/testing';
import { describe, expect, test } from 'vitest';
import { permutations } from '../orders/interleavings.ts';
import { linearise, type Question, type Recorded } from './linearise.ts';

type Times = Pick<Recorded<number>, 'client' | 'called' | 'answered'>;

const at = (client: number, called: number, answered: number): Times => ({ client, called, answered });

const write = (value: number, times: Times): Recorded<number> => ({
  label: `write ${value}`,
  isRead: false,
  after: () => value,
  ...times,
});

const read = (value: number, times: Times): Recorded<number> => ({
  label: `read ${value}`,
  isRead: true,
  after: (state) => (state === value ? state : null),
  ...times,
});

/** Withdraws the amount from the account. */
const withdraw = (amount: number, times: Times): Recorded<number> => ({
  label: `withdraw ${amount}`,
  isRead: false,
  after: (state) => (state >= amount ? state - amount : null),
  ...times,
});

/** The response is the balance afterwards. */
const add = (amount: number, balance: number, times: Times): Recorded<number> => ({
  label: `add ${amount} to ${balance}`,
  isRead: false,
  after: (state) => (state + amount === balance ? balance : null),
  ...times,
});

const ending = (calls: readonly Recorded<number>[], final: number, initial = 0): Question<number> => ({
  calls,
  initial,
  isFinal: (state) => state === final,
});

describe('an order', () => {
  test('is found and returned for overlapping calls', () => {
    const calls = [read(2, at(1, 1, 6)), write(1, at(2, 2, 3)), write(2, at(3, 4, 5))];
    expect(linearise(ending(calls, 2))).toEqual({
      kind: 'explained',
      order: ['write 1', 'write 2', 'read 2'],
    });
  });

  test('does not explain a lost update', () => {
    const calls = [add(10, 10, at(1, 1, 3)), add(5, 5, at(2, 2, 4))];
    expect(linearise(ending(calls, 5)).kind).toBe('unexplained');
  });

  test('does not explain two withdrawals of the same money', () => {
    const calls = [withdraw(30, at(1, 1, 3)), withdraw(30, at(2, 2, 4))];
    expect(linearise(ending(calls, -20, 40))).toEqual({
      kind: 'unexplained',
      longest: ['withdraw 30'],
      left: ['withdraw 30'],
    });
  });

  test('does not explain a final state without an answered change', () => {
    expect(linearise(ending([write(1, at(1, 1, 2))], 0)).kind).toBe('unexplained');
  });

  test('does not put a call before one that was answered before it began', () => {
    const calls = [write(1, at(1, 1, 2)), read(0, at(2, 3, 4))];
    expect(linearise(ending(calls, 1)).kind).toBe('unexplained');
    expect(linearise(ending(calls, 1), { respecting: 'each client' }).kind).toBe('explained');
  });

  test('does not swap the calls of one client', () => {
    const calls = [write(1, at(1, 1, 2)), read(0, at(1, 3, 4))];
    expect(linearise(ending(calls, 1), { respecting: 'each client' }).kind).toBe('unexplained');
  });

  test('is undecided beyond the limit of states', () => {
    const calls = Array.from({ length: 12 }, (_, index) => write(index, at(index, index, 100 + index)));
    expect(linearise(ending(calls, 99), { most: 50 })).toEqual({ kind: 'undecided' });
  });
});

/** Up to five calls at random times on a register. */
function randomCalls(random: () => number): Recorded<number>[] {
  const count = 2 + Math.floor(random() * 4);
  const positions = permutations(4)[Math.floor(random() * 24)] ?? [];
  return Array.from({ length: count }, (_, client) => {
    // No two calls begin at the same position.
    const called = client * 3.01 + (positions[client % 4] ?? 0) * 2;
    const times = at(client, called, called + 1 + Math.floor(random() * 9) + 0.5);
    const value = Math.floor(random() * 3);
    return random() < 0.5 ? write(value, times) : read(value, times);
  });
}

/** Decides by trying every order. */
function hasOrder({ calls, initial, isFinal }: Question<number>): boolean {
  return permutations(calls.length).some((order) => {
    const ordered = order.flatMap((index) => calls[index] ?? []);
    const respectsTimes = ordered.every((call, index) =>
      ordered.slice(index).every((later) => later.answered >= call.called),
    );
    const end = ordered.reduce<number | null>(
      (state, call) => (state === null ? null : call.after(state)),
      initial,
    );
    return respectsTimes && end !== null && isFinal(end);
  });
}

test('is found for exactly the histories that have one', () => {
  const random = seededRandom(7);
  const verdicts = { explained: 0, unexplained: 0, undecided: 0 };
  for (let tried = 0; tried < 600; tried += 1) {
    const question = ending(randomCalls(random), Math.floor(random() * 3));
    const { kind } = linearise(question);
    verdicts[kind] += 1;
    expect(kind).toBe(hasOrder(question) ? 'explained' : 'unexplained');
  }
  expect(verdicts.explained).toBeGreaterThan(50);
  expect(verdicts.unexplained).toBeGreaterThan(50);
});
