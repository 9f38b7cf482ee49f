// Tests the states of the network banner: offline, reconnecting, back, and no message during the first connection.
import type { LiveState } from '@kerb/sdk/live';
import { expect, it } from 'vitest';
import { type Network, networkNow } from './network.ts';

const through = (before: Network, ...signs: [boolean, LiveState][]) =>
  signs.reduce((said, [online, live]) => networkNow(said, { online, live }), before);

it('shows nothing during the first connection', () => {
  expect(through('fine', [true, 'off'], [true, 'connecting'], [true, 'open'])).toBe('fine');
});

it('is offline as soon as the device reports it, and reconnecting until the server responds', () => {
  expect(through('fine', [false, 'open'])).toBe('offline');
  expect(through('fine', [false, 'waiting'], [true, 'waiting'])).toBe('reconnecting');
  expect(through('fine', [true, 'waiting'], [true, 'connecting'])).toBe('reconnecting');
});

it('is back online once a message from the server arrives', () => {
  expect(through('fine', [false, 'waiting'], [true, 'connecting'], [true, 'open'])).toBe('back');
  expect(through('fine', [true, 'waiting'], [true, 'connecting'], [true, 'open'])).toBe('back');
});
