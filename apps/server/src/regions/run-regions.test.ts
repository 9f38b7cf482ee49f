// Tests that cities beside the first one are opened, closed and retried while the server runs.
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMetrics } from '../kit/observe/metrics.ts';
import type { Region } from './region.ts';
import { createRegions, type Regions } from './run-regions.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const rivera: Region = {
  key: 'rivera',
  name: 'Rivera',
  host: 'rivera.example',
  publicUrl: null,
  defaults: {},
};
const artigas: Region = { ...rivera, key: 'artigas', name: 'Artigas', host: 'artigas.example' };

function environment(first: readonly Region[]) {
  const state = {
    known: first,
    closedHosts: [] as string[],
    broken: new Set<string>(),
    /** Opening a city waits for this promise. */
    opening: Promise.resolve(),
    cannotRead: false,
    /** Cities whose database does not answer. */
    silent: new Set<string>(),
    onTrip: '',
    log: [] as string[],
  };
  const server = createServer();
  const say = (_details: object, message: string) => state.log.push(message);
  const regions: Regions = createRegions({
    async read() {
      if (state.cannotRead) throw new Error('the database is away');
      return state.known;
    },
    readClosedHosts: async () => state.closedHosts,
    async open({ key, host }) {
      await state.opening;
      if (state.broken.has(key)) throw new Error('no database');
      state.log.push(`open ${key} at ${host}`);
      return {
        server,
        registry: createMetrics(key).registry,
        duty: {
          isOnTrip: async (mobile) => {
            if (state.silent.has(key)) throw new Error('its database is away');
            return state.onTrip === `${mobile} in ${key}`;
          },
          endDuty: async (mobile) => {
            state.log.push(`${mobile} off duty in ${key}`);
          },
        },
        drain: async () => {
          state.log.push(`drain ${key}`);
        },
        close: async () => {
          state.log.push(`close ${key}`);
        },
      };
    },
    first: {
      name: () => 'Montevideo',
      url: 'https://kerb.example',
      duty: () => ({
        isOnTrip: async (mobile) => state.onTrip === `${mobile} in the first city`,
        endDuty: async (mobile) => {
          state.log.push(`${mobile} off duty in the first city`);
        },
      }),
    },
    logger: { info: () => undefined, warn: say, error: say } as never,
    pollIntervalMs: 1_000,
  });
  return { state, regions, server };
}

test('calls are routed to a city by host name, ignoring port and letter case', async () => {
  const { regions, server } = environment([rivera]);
  expect(regions.serverOf('rivera.example')).toBeNull();
  await regions.start();
  expect(regions.serverOf('rivera.example')).toBe(server);
  expect(regions.serverOf('Rivera.Example:3000')).toBe(server);
  for (const host of ['kerb.example', 'rivera.example.evil.example', '', undefined])
    expect(regions.serverOf(host)).toBeNull();
  await regions.close();
});

test('an added city is opened and a closed one is shut down while the server runs', async () => {
  const { state, regions, server } = environment([]);
  await regions.start();
  expect(regions.links(null)).toEqual([]);
  state.known = [rivera];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(regions.serverOf('rivera.example')).toBe(server);
  expect(regions.count()).toEqual({ open: 1, away: 0 });
  state.known = [];
  state.closedHosts = ['rivera.example'];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(regions.serverOf('rivera.example')).toBe('away');
  expect(regions.count()).toEqual({ open: 0, away: 0 });
  expect(state.log).toEqual(['open rivera at rivera.example', 'close rivera']);
  await regions.close();
});

test("a closed city's host is not served, unless it is the first city's", async () => {
  const { state, regions } = environment([]);
  state.closedHosts = ['rivera.example', 'kerb.example'];
  await regions.start();
  expect(regions.serverOf('Rivera.Example:3000')).toBe('away');
  for (const host of ['kerb.example', 'other.example', undefined]) expect(regions.serverOf(host)).toBeNull();
  await regions.close();
});

test("a city with the first city's host does not take its calls, and is not opened", async () => {
  const { state, regions, server } = environment([{ ...rivera, host: 'kerb.example' }, artigas]);
  await regions.start();
  expect(regions.serverOf('kerb.example')).toBeNull();
  expect(regions.serverOf('artigas.example')).toBe(server);
  expect(regions.links(null).map(({ name }) => name)).toEqual(['Montevideo', 'Artigas']);
  expect(state.log).toEqual([
    "A city has the first city's host and is not opened",
    'open artigas at artigas.example',
  ]);
  await regions.close();
});

test('a city with a changed host is opened again under the new one', async () => {
  const { state, regions, server } = environment([rivera]);
  await regions.start();
  state.known = [{ ...rivera, host: 'r.example' }];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(regions.serverOf('rivera.example')).toBeNull();
  expect(regions.serverOf('r.example')).toBe(server);
  expect(state.log).toEqual(['open rivera at rivera.example', 'close rivera', 'open rivera at r.example']);
  await regions.close();
});

test('a city that cannot be opened is unavailable and retried, and does not affect other cities', async () => {
  const { state, regions, server } = environment([rivera, artigas]);
  state.broken.add('rivera');
  await regions.start();
  expect(regions.serverOf('rivera.example')).toBe('away');
  expect(regions.count()).toEqual({ open: 1, away: 1 });
  expect(regions.serverOf('artigas.example')).toBe(server);
  state.broken.clear();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(regions.serverOf('rivera.example')).toBe(server);
  expect(state.log).toContain('A city could not be opened; it is tried again');
  await regions.close();
});

test('a city that opens slowly does not delay the start, and is unavailable until it is open', async () => {
  const { state, regions, server } = environment([rivera]);
  let open = () => {};
  state.opening = new Promise((resolve) => {
    open = resolve;
  });
  const started = regions.start();
  await vi.advanceTimersByTimeAsync(30_000);
  await started;
  expect(regions.serverOf('rivera.example')).toBe('away');
  open();
  await vi.advanceTimersByTimeAsync(0);
  expect(regions.serverOf('rivera.example')).toBe(server);
  await regions.close();
});

test('cities continue while their list cannot be read', async () => {
  const { state, regions, server } = environment([rivera]);
  await regions.start();
  state.cannotRead = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(regions.serverOf('rivera.example')).toBe(server);
  state.cannotRead = false;
  state.known = [rivera, artigas];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(regions.serverOf('artigas.example')).toBe(server);
  await regions.close();
});

test('the metrics of the cities that run can be read', async () => {
  const { state, regions } = environment([rivera, artigas]);
  state.broken.add('artigas');
  expect(regions.registries()).toEqual([]);
  await regions.start();
  expect(regions.registries()).toHaveLength(1);
  await regions.close();
  expect(regions.registries()).toEqual([]);
});

test('every city links to all cities, the first one first', async () => {
  const { regions } = environment([rivera, { ...artigas, publicUrl: 'https://artigas.other.example' }]);
  await regions.start();
  const links = regions.links('artigas');
  expect(links).toEqual([
    { name: 'Montevideo', url: 'https://kerb.example', here: false },
    { name: 'Rivera', url: 'https://rivera.example', here: false },
    { name: 'Artigas', url: 'https://artigas.other.example', here: true },
  ]);
  expect(regions.links(null).map(({ here }) => here)).toEqual([true, false, false]);
  await regions.close();
});

test('a driver is looked up and taken off duty in every city but the own one', async () => {
  const { state, regions } = environment([rivera, artigas]);
  await regions.start();
  state.log.length = 0;
  await regions.dutyInOtherCities('rivera').endDuty('+598');
  expect(state.log).toEqual(['+598 off duty in the first city', '+598 off duty in artigas']);
  state.log.length = 0;
  await regions.dutyInOtherCities(null).endDuty('+598');
  expect(state.log).toEqual(['+598 off duty in rivera', '+598 off duty in artigas']);

  state.onTrip = '+598 in artigas';
  expect(await regions.dutyInOtherCities('rivera').isOnTrip('+598')).toBe(true);
  expect(await regions.dutyInOtherCities('artigas').isOnTrip('+598')).toBe(false);
  state.onTrip = '+598 in the first city';
  expect(await regions.dutyInOtherCities('artigas').isOnTrip('+598')).toBe(true);
  expect(await regions.dutyInOtherCities(null).isOnTrip('+598')).toBe(false);
  await regions.close();
});

test('a city that does not answer does not delay the driver', async () => {
  const { state, regions } = environment([rivera, artigas]);
  await regions.start();
  state.silent.add('rivera');
  expect(await regions.dutyInOtherCities(null).isOnTrip('+598')).toBe(false);
  state.onTrip = '+598 in artigas';
  expect(await regions.dutyInOtherCities(null).isOnTrip('+598')).toBe(true);
  expect(state.log).toContain("A driver's duty in another city is not known");
  await regions.close();
});

test('closing shuts down all cities, and opens no further ones', async () => {
  const { state, regions } = environment([rivera]);
  await regions.start();
  await regions.drain();
  await regions.close();
  expect(state.log.slice(-2)).toEqual(['drain rivera', 'close rivera']);
  state.known = [rivera, artigas];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state.log.at(-1)).toBe('close rivera');
});
