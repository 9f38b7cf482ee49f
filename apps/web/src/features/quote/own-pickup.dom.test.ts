// Tests that the pickup is preset to the user's location only when the browser has granted the permission before.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownPickup } from './own-pickup.ts';

const city = [-57, -35, -56, -34] as const;
const here = { lat: -34.9, lng: -56.2, add: '18 de Julio 1453' };
const locate = vi.hoisted(() => vi.fn());
vi.mock('../../lib/locate.ts', () => ({ locate }));

let permission: string;
beforeEach(() => {
  permission = 'granted';
  locate.mockReset().mockResolvedValue(here);
  vi.stubGlobal('navigator', { permissions: { query: async () => ({ state: permission }) } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('is the place at the user’s location', async () => {
  expect(await ownPickup(city)).toEqual(here);
});

it.each(['prompt', 'denied'])('asks for no location while the permission is %s', async (state) => {
  permission = state;
  expect(await ownPickup(city)).toBeNull();
  expect(locate).not.toHaveBeenCalled();
});

it.each([
  ['east of the city', { ...here, lng: -55.9 }],
  ['south of the city', { ...here, lat: -35.1 }],
])('is not a place %s', async (_where, place) => {
  locate.mockResolvedValue(place);
  expect(await ownPickup(city)).toBeNull();
});

it('is null when the location or its address cannot be read', async () => {
  locate.mockRejectedValue(new Error('timeout'));
  expect(await ownPickup(city)).toBeNull();
  vi.stubGlobal('navigator', {});
  expect(await ownPickup(city)).toBeNull();
});

it('does not replace a text that is being typed', async () => {
  const input = document.createElement('input');
  document.body.append(input);
  input.focus();
  expect(await ownPickup(city)).toEqual(here);
  input.value = 'Trist';
  expect(await ownPickup(city)).toBeNull();
});
