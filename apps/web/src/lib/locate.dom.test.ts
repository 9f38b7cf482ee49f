// Tests that the device's location is not waited for without end.
import { afterEach, expect, it, vi } from 'vitest';
import { locate } from './locate.ts';
import { client } from './store.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('is the position with its nearest address', async () => {
  const coords = { latitude: -34.9, longitude: -56.2 };
  const getCurrentPosition = (found: (position: object) => void) => found({ coords });
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
  vi.spyOn(client, 'mapsReverse').mockResolvedValue({ address: 'Colonia 1000' });
  expect(await locate()).toEqual({ lat: -34.9, lng: -56.2, add: 'Colonia 1000' });
});

it('fails without an answer to the question for permission', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition: () => undefined } });
  const located = expect(locate()).rejects.toMatchObject({ code: 'location_fetch_error' });
  await vi.advanceTimersByTimeAsync(20_000);
  await located;
});

it('fails on a device without a location', async () => {
  vi.stubGlobal('navigator', {});
  await expect(locate()).rejects.toMatchObject({ code: 'location_fetch_error' });
});
