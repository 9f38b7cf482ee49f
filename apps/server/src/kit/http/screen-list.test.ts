// Tests path and language matching with hostile input: no input takes seconds.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readScreenList } from './screen-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerb-screens-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(
  join(folder, 'screens.json'),
  JSON.stringify({
    screens: ['/', '/Wallet', '/bookings/:id'],
    frames: { console: ['/bookings/:id'], trip: ['/trip/:id'] },
    pages: [{ path: '/', name: 'home', listed: true }],
    texts: { en: {} },
    startOnUse: '/assets/start-on-use.js',
    preloads: [],
  }),
);
const list = readScreenList(folder);

it('ignores letter case and trailing slashes, and no other slashes', () => {
  const has = (path: string) => list?.has(path);
  expect(['/', '//', '/wallet', '/WALLET///', '/bookings/1/'].map(has)).toEqual(Array(5).fill(true));
  expect(['', '//wallet', '/bookings/', '/bookings/1/2', '/wallets'].map(has)).toEqual(Array(5).fill(false));
  expect([list?.pageAt('//')?.name, list?.pageAt('/wallet')]).toEqual(['home', undefined]);
});

it('knows the frames of the screens', () => {
  const frameAt = (path: string) => list?.frameAt(path);
  expect(['/Bookings/1/', '/trip/1', '/bookings', '/wallet'].map(frameAt)).toEqual([
    'console',
    'trip',
    null,
    null,
  ]);
});

it('matches an address of the maximum length full of slashes at once', () => {
  const began = performance.now();
  const path = `/a${'/'.repeat(16_000)}x`;
  expect([list?.has(path), list?.pageAt(path)]).toEqual([false, undefined]);
  expect(performance.now() - began).toBeLessThan(200);
});
