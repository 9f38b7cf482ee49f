// Tests that invalid tokens are looked up once a minute, and valid ones every time.
import { expect, it } from 'vitest';
import type { Actor } from './actor.ts';
import { createKnownTokens } from './known-tokens.ts';

const rider: Actor = { uid: 'rider-1', usertype: 'rider', sessionId: 's1' };

function createBench() {
  const clock = { ms: 1 };
  const sessions = new Map<string, Actor>([['token of a rider', rider]]);
  const asked: string[] = [];
  const tokens = createKnownTokens(
    async (token) => {
      asked.push(token);
      return sessions.get(token) ?? null;
    },
    () => clock.ms,
  );
  return { clock, sessions, asked, tokens };
}

it('an unknown token is looked up once, and again after a minute', async () => {
  const { clock, asked, tokens } = createBench();
  expect(tokens.stateOf('made up')).toBe('new');
  for (let nth = 0; nth < 100; nth += 1) expect(await tokens.resolve('made up')).toBeNull();
  expect([asked.length, tokens.stateOf('made up')]).toEqual([1, 'unknown']);
  clock.ms += 60_001;
  expect(tokens.stateOf('made up')).toBe('new');
  await tokens.resolve('made up');
  expect(asked).toHaveLength(2);
});

it('an ended session is rejected at once: valid sessions are not cached', async () => {
  const { sessions, tokens } = createBench();
  expect(await tokens.resolve('token of a rider')).toEqual(rider);
  expect(tokens.stateOf('token of a rider')).toBe('recognised');
  sessions.delete('token of a rider');
  expect(await tokens.resolve('token of a rider')).toBeNull();
  expect(tokens.stateOf('token of a rider')).toBe('unknown');
});

it('a failed lookup does not mark the token as unknown', async () => {
  const { tokens } = createBench();
  const failing = createKnownTokens(() => Promise.reject(new Error('The database is away')));
  await expect(failing.resolve('token of a rider')).rejects.toThrow('away');
  expect(failing.stateOf('token of a rider')).toBe('new');
  expect(await tokens.resolve('token of a rider')).toEqual(rider);
});

it('caches a bounded number of tokens, the newest ones', async () => {
  const { asked, tokens } = createBench();
  for (let nth = 0; nth < 25_000; nth += 1) await tokens.resolve(`made up ${nth}`);
  asked.length = 0;
  await tokens.resolve('made up 0');
  await tokens.resolve('made up 24999');
  expect(asked).toEqual(['made up 0']);
});
