// Tests the choice of a driver for a new booking: the list is read again without emptying it or losing the choice.
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { DriverChoice } from './driver-choice.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const calls = vi.hoisted(() => ({ liveDrivers: vi.fn(), mapsMatrix: vi.fn() }));
vi.mock('../../lib/store.ts', () => ({ client: calls, useKerbSelector: () => null }));
vi.mock('../../lib/use-settings.ts', () => ({ useSettings: () => ({ autoDispatch: false }) }));

const pickup = { lat: -34.9, lng: -56.16 };
const visibility = vi.spyOn(document, 'visibilityState', 'get');
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
const ana = onDuty('Ana', -34.91);
const bruno = onDuty('Bruno', -34.92);

function Form() {
  const [driver, setDriver] = useState<string | null>(null);
  return <DriverChoice pickup={pickup} carType="economy" value={driver} onChange={setDriver} />;
}
const names = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent ?? '');
const driver = (name: string) =>
  screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeAll(async () => {
  await startI18n();
  await Promise.all([loadTexts('desk'), loadTexts('bookings'), loadTexts('console')]);
});
beforeEach(async () => {
  vi.useFakeTimers();
  visibility.mockReturnValue('visible');
  calls.liveDrivers.mockReset().mockResolvedValue({ items: [ana, bruno] });
  calls.mapsMatrix.mockReset().mockResolvedValue({ rows: [[{ time_in_secs: 60 }], [{ time_in_secs: 120 }]] });
  render(<Form />);
  await pass(0);
});
afterEach(() => vi.useRealTimers());

it('reads the drivers every ten seconds, and shows the known ones meanwhile', async () => {
  expect(names()).toHaveLength(3);
  let respond: (response: unknown) => void = () => undefined;
  calls.liveDrivers.mockReturnValue(new Promise((resolve) => (respond = resolve)));
  await pass(30_000);
  // Only one request at a time.
  expect(calls.liveDrivers).toHaveBeenCalledTimes(2);
  expect(names()).toHaveLength(3);
  await act(async () => respond({ items: [ana, bruno, onDuty('Carla', -34.9)] }));
  expect(names().map((text) => text.slice(0, 3))).toEqual([expect.any(String), 'Car', 'Ana', 'Bru']);
});

it('retains the choice, also when the driver is missing in a later list', async () => {
  fireEvent.click(driver('Bruno'));
  calls.liveDrivers.mockResolvedValue({ items: [ana] });
  await pass(10_000);
  expect(calls.liveDrivers).toHaveBeenCalledTimes(2);
  expect(driver('Bruno').checked).toBe(true);
  fireEvent.click(driver('Ana'));
  await pass(10_000);
  expect(screen.queryByRole('radio', { name: /^Bruno/ })).toBeNull();
  expect(driver('Ana').checked).toBe(true);
});

it('retains the list when it cannot be read again', async () => {
  calls.liveDrivers.mockRejectedValue(new Error('no network'));
  await pass(10_000);
  expect(calls.liveDrivers).toHaveBeenCalledTimes(2);
  expect(names()).toHaveLength(3);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('reads nothing while the page is hidden', async () => {
  visibility.mockReturnValue('hidden');
  await pass(60_000);
  expect(calls.liveDrivers).toHaveBeenCalledTimes(1);
  visibility.mockReturnValue('visible');
  await pass(10_000);
  expect(calls.liveDrivers).toHaveBeenCalledTimes(2);
});
