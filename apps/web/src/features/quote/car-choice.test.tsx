// Tests the list of car types: vertical, or a scrollable row when the operator has horizontal_view on.
import { carType } from '@kerb/domain/fleet';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { parseStyles } from '../../lib/testing/styles.ts';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';
import { CarChoice } from './car-choice.tsx';

parseStyles();

const settings = vi.hoisted(() => ({
  horizontal_view: false,
  convert_to_mile: false,
  appcat: 'taxi',
}));
vi.mock('../../lib/use-settings.ts', () => ({ useSettings: () => settings }));
vi.mock('../../lib/use-format.ts', () => ({
  useFormat: () => ({
    duration: (seconds: number) => `${seconds} s`,
    distance: (length: number) => `${length.toFixed(2)} long`,
    money: String,
    time: (at: number) => new Date(at).toISOString().slice(11, 16),
  }),
}));

const car = (id: string, name: string) =>
  carType.parse({
    id,
    name,
    createdAt: 0,
    min_fare: 0,
    base_fare: 0,
    rate_per_unit_distance: 1,
    rate_per_hour: 1,
    convenience_fee_type: 'flat',
    convenience_fees: 0,
    pos: 1,
  });

type Given = Partial<Parameters<typeof CarChoice>[0]>;

function show(given: Given = {}) {
  const choose = vi.fn();
  const view = render(
    <CarChoice
      cars={[car('1', 'Economy'), car('2', 'Comfort')]}
      problem={null}
      onRetry={() => undefined}
      chosen="1"
      onChoose={choose}
      nearby={null}
      prices={null}
      route={null}
      when={{ bookLater: true, tripdate: null }}
      issue={null}
      {...given}
    />,
  );
  const row = view.container.querySelector('fieldset > div');
  if (!row) throw new Error('There are no car types');
  return { choose, look: getComputedStyle(row) };
}

beforeAll(async () => {
  await startI18n();
  await loadTexts('site');
});
beforeEach(() => {
  settings.horizontal_view = false;
  settings.convert_to_mile = false;
  settings.appcat = 'taxi';
});

it('shows the car types below each other', () => {
  expect(show().look.display).toBe('grid');
});

it('shows the car types in one row with horizontal_view, still as one radio group', () => {
  settings.horizontal_view = true;
  const { choose, look } = show();
  expect([look.display, look.overflowX]).toEqual(['flex', 'auto']);
  const radios = screen.getAllByRole('radio');
  expect(radios.map((radio) => radio.getAttribute('name'))).toEqual(['carType', 'carType']);
  screen.getByRole('radio', { name: /Comfort/ }).click();
  expect(choose).toHaveBeenCalledWith('2');
});

const route = { distance_in_km: 16.09344, time_in_secs: 1200 };
const noon = Date.UTC(2026, 2, 2, 12);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('shows the distance of a free car and its arrival time at the drop', async () => {
  vi.useFakeTimers({ now: noon, toFake: ['Date'] });
  const nearby = {
    cars: [],
    carTypes: [{ carType: '1', count: 2, nearest_in_secs: 240, finishing_nearby: false }],
  };
  show({ route, nearby, when: { bookLater: false, tripdate: null } });
  await screen.findByText('16.09 long, 1200 s on the way');
  screen.getByText('240 s away · arrival 12:24');
  screen.getByText('None free nearby');
});

it('shows the arrival time by the server’s clock when the phone’s is wrong', async () => {
  vi.useFakeTimers({ now: noon + 3_600_000, toFake: ['Date'] });
  vi.spyOn(serverClock, 'offset').mockReturnValue(-3_600_000);
  const nearby = {
    cars: [],
    carTypes: [{ carType: '1', count: 2, nearest_in_secs: 240, finishing_nearby: false }],
  };
  show({ route, nearby, when: { bookLater: false, tripdate: null } });
  await screen.findByText('240 s away · arrival 12:24');
});

it('shows the arrival time of a later trip, and nothing about the cars that are free now', async () => {
  settings.convert_to_mile = true;
  show({ route, when: { bookLater: true, tripdate: noon } });
  await screen.findByText('10.00 long, 1200 s on the way');
  expect(screen.getAllByText('arrival 12:20')).toHaveLength(2);
  expect(screen.queryByText(/away/)).toBeNull();
});

it('shows the parcel types in a delivery when the operator has set them', () => {
  const people = { ...car('1', 'Economy'), extra_info: 'Everyday rides for up to 4' };
  const parcels = {
    ...people,
    parcelTypes: [
      { description: 'Letter', amount: 0 },
      { description: 'Box', amount: 5 },
    ],
  };
  settings.appcat = 'delivery';
  show({ cars: [parcels] });
  screen.getByText('Letter · Box');
  expect(screen.queryByText('Everyday rides for up to 4')).toBeNull();
  cleanup();
  settings.appcat = 'taxi';
  show({ cars: [parcels] });
  screen.getByText('Everyday rides for up to 4');
});
