// Tests the choice of a driver for a new booking: the list is read again without emptying it or losing the choice.
import { ApiError } from '@kerb/sdk/client';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { client, store } from '../../lib/store.ts';
import { DriverChoice } from './driver-choice.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

vi.mock('../../lib/use-settings.ts', () => ({ useSettings: () => ({ autoDispatch: false }) }));
const liveDrivers = vi.spyOn(client, 'liveDrivers');
const mapsMatrix = vi.spyOn(client, 'mapsMatrix');

const pickup = { lat: -34.9, lng: -56.16 };
// Without frames, the store notifies components by a timer, which the tests control.
vi.hoisted(() => vi.stubGlobal('requestAnimationFrame', undefined));
const visibility = vi.spyOn(document, 'visibilityState', 'get');
function become(state: DocumentVisibilityState): void {
  visibility.mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
const onDuty = (name: string, lat: number) => ({
  driver: name,
  name,
  vehicle_number: `of ${name}`,
  carType: 'economy',
  queue: false,
  lat,
  lng: pickup.lng,
  at: 0,
  booking: null,
});
const way = (time_in_secs: number) => ({ time_in_secs, distance_in_km: 1 });
const ana = onDuty('Ana', -34.91);
const bruno = onDuty('Bruno', -34.92);

function Form() {
  const [driver, setDriver] = useState<string | null>(null);
  const [hasPickup, setHasPickup] = useState(true);
  return (
    <>
      <input type="checkbox" checked={hasPickup} onChange={() => setHasPickup(!hasPickup)} />
      <DriverChoice
        pickup={hasPickup ? pickup : null}
        carType="economy"
        value={driver}
        onChange={setDriver}
      />
    </>
  );
}
const names = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent ?? '');
const driver = (name: string) =>
  screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) });
/** Time after which the store has notified components of a response. */
const NOTIFIED_MS = 20;
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** The list is rendered, then its driving times are requested, and rendered. */
async function pass(ms: number) {
  await advance(ms);
  await advance(NOTIFIED_MS);
  await advance(NOTIFIED_MS);
}

/** Reads the drivers again, as after a booking event. */
async function readAgain(...items: (typeof ana)[]) {
  liveDrivers.mockResolvedValue({ items });
  store.dispatch(
    answersApi.endpoints.liveDrivers.initiate(undefined, { forceRefetch: true, subscribe: false }),
  );
  await pass(0);
}

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('desk'), loadTexts('bookings'), loadTexts('console')]);
});
beforeEach(async () => {
  vi.useFakeTimers();
  become('visible');
  liveDrivers.mockReset().mockResolvedValue({ items: [ana, bruno] });
  mapsMatrix.mockReset().mockResolvedValue({ rows: [[way(60)], [way(120)]] });
  render(
    <Provider store={store}>
      <Form />
    </Provider>,
  );
  await pass(0);
});
afterEach(() => {
  cleanup();
  store.dispatch(answersApi.util.resetApiState());
  vi.useRealTimers();
});

it('reads the drivers every ten seconds, and shows the known ones meanwhile', async () => {
  expect(names()).toHaveLength(3);
  let respond: (response: { items: (typeof ana)[] }) => void = () => undefined;
  liveDrivers.mockReturnValue(new Promise((resolve) => (respond = resolve)));
  await pass(30_000);
  // Only one request at a time.
  expect(liveDrivers).toHaveBeenCalledTimes(2);
  expect(names()).toHaveLength(3);
  let measure: (times: { rows: ReturnType<typeof way>[][] }) => void = () => undefined;
  mapsMatrix.mockReturnValue(new Promise((resolve) => (measure = resolve)));
  act(() => respond({ items: [ana, bruno, onDuty('Carla', -34.9)] }));
  await pass(0);
  expect(names()).toHaveLength(3);
  act(() => measure({ rows: [[way(30)], [way(60)], [way(120)]] }));
  await pass(0);
  expect(names().map((text) => text.slice(0, 3))).toEqual([expect.any(String), 'Car', 'Ana', 'Bru']);
});

it('retains the choice, also when the driver is missing in a later list', async () => {
  fireEvent.click(driver('Bruno'));
  liveDrivers.mockResolvedValue({ items: [ana] });
  await pass(10_000);
  expect(liveDrivers).toHaveBeenCalledTimes(2);
  expect(driver('Bruno').checked).toBe(true);
  fireEvent.click(driver('Ana'));
  await pass(10_000);
  expect(screen.queryByRole('radio', { name: /^Bruno/ })).toBeNull();
  expect(driver('Ana').checked).toBe(true);
});

it('retains the list when it cannot be read again', async () => {
  liveDrivers.mockRejectedValue(new ApiError({ status: 0, code: 'network_error' }));
  await pass(10_000);
  expect(liveDrivers).toHaveBeenCalledTimes(2);
  expect(names()).toHaveLength(3);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('reads nothing while the page is hidden', async () => {
  become('hidden');
  await pass(60_000);
  expect(liveDrivers).toHaveBeenCalledTimes(1);
  become('visible');
  await pass(10_000);
  expect(liveDrivers).toHaveBeenCalledTimes(2);
});

it('lists the drivers without times when these cannot be loaded', async () => {
  mapsMatrix.mockRejectedValue(new ApiError({ status: 502, code: 'google_places_error' }));
  liveDrivers.mockResolvedValue({ items: [ana] });
  await pass(10_000);
  expect(driver('Ana').closest('label')?.textContent).toBe('Anaof Ana');
});

it('does not replace a list whose driving times are pending by a newer one', async () => {
  let measure: (times: { rows: ReturnType<typeof way>[][] }) => void = () => undefined;
  mapsMatrix.mockReturnValue(new Promise((resolve) => (measure = resolve)));
  await pass(10_000);
  await readAgain(ana, bruno, onDuty('Carla', -34.9));
  expect(mapsMatrix).toHaveBeenCalledTimes(2);
  await pass(3_000);
  await readAgain(ana, bruno, onDuty('Carla', -34.901));
  await pass(10_000);
  expect(mapsMatrix).toHaveBeenCalledTimes(2);
  act(() => measure({ rows: [[way(30)], [way(60)], [way(120)]] }));
  await pass(0);
  expect(names().map((text) => text.slice(0, 3))).toEqual([expect.any(String), 'Car', 'Ana', 'Bru']);
  expect(mapsMatrix.mock.calls.map(([{ body }]) => body.start[0]?.lat)).toEqual([-34.91, -34.9, -34.901]);
});

it('requests driving times at most every ten seconds, of the latest list', async () => {
  await readAgain(onDuty('Ana', -34.911));
  await pass(4_000);
  await readAgain(onDuty('Ana', -34.912));
  await pass(4_000);
  expect(mapsMatrix).toHaveBeenCalledTimes(1);
  await pass(2_000);
  expect(mapsMatrix.mock.calls.map(([{ body }]) => body.start[0]?.lat)).toEqual([-34.91, -34.912]);
});

it('waits for a new list after the pickup has been removed and entered again', async () => {
  let respond: (response: { items: (typeof ana)[] }) => void = () => undefined;
  liveDrivers.mockReturnValue(new Promise((resolve) => (respond = resolve)));
  fireEvent.click(screen.getByRole('checkbox'));
  await pass(1_000);
  fireEvent.click(screen.getByRole('checkbox'));
  await pass(1_000);
  expect(names()).toHaveLength(1);
  act(() => respond({ items: [ana] }));
  await pass(50);
  expect(names()).toHaveLength(2);
  expect(mapsMatrix.mock.calls.map(([{ body }]) => body.start.length)).toEqual([2, 1]);
});
