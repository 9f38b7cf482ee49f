// Tests a driver's day: sums, hours and trips, changing the day, an empty day, a pending payout, loading and errors.
import type { DriverDay } from '@kerb/contract';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { DriverDayView } from './driver-day.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
// The chart library needs a layout, which jsdom does not compute.
vi.mock('../../ui/reports/report-chart.tsx', () => ({
  ReportChart: ({ title, names }: { title: string; names: readonly string[] }) => (
    <figure>{`${title}: ${names.length}`}</figure>
  ),
}));

const begins = Date.parse('2026-05-10T00:00:00Z');
const hours = Array.from({ length: 24 }, (_, hour) => ({
  starts: begins + hour * 3_600_000,
  ends: begins + (hour + 1) * 3_600_000,
  earned: hour === 9 ? 109.5 : 0,
  trips: hour === 9 ? 1 : 0,
  online_secs: hour === 9 || hour === 10 ? 3600 : 0,
}));
const sunday: DriverDay = {
  day: '2026-05-10',
  today: '2026-05-11',
  total: 109.5,
  trips: 1,
  online_secs: 7200,
  offers: 4,
  accepted: 3,
  acceptance: 0.75,
  hours,
  lines: [
    {
      booking: 'b1',
      reference: 'K7MPRT',
      at: begins + 9.5 * 3_600_000,
      driver_share: 100,
      tip: 9.5,
      cancellation_fee: 0,
      total: 109.5,
    },
  ],
  payout: { balance: 250, withdrawable: 250, waiting: { count: 0, amount: 0, since: null } },
};
const nothing = { total: 0, trips: 0, online_secs: 0, offers: 0, accepted: 0, acceptance: null, lines: [] };
const monday: DriverDay = { ...sunday, ...nothing, day: '2026-05-11' };

let answer: (query: URLSearchParams) => Promise<Response> | Response;
beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => answer(new URL(address, 'http://kerb').searchParams));
  await startI18n();
  await Promise.all([loadTexts('driver'), loadTexts('errors'), loadTexts('picker')]);
});
beforeEach(() => {
  answer = (query) => Response.json(query.get('date') === '2026-05-10' ? sunday : monday);
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

function Screen({ first }: { first: string | null }) {
  const [date, setDate] = useState(first);
  return <DriverDayView date={date} onDate={setDate} />;
}
const show = (first: string | null = '2026-05-10') =>
  render(
    <MemoryRouter>
      <Provider store={store}>
        <Screen first={first} />
      </Provider>
    </MemoryRouter>,
  );

it('shows the totals of the day, its hours, and each trip with its share and tip', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'Sunday, May 10, 2026' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('109.50');
  expect(screen.getByText('75%')).toBeTruthy();
  expect(screen.getByText('3 of 4 offers accepted')).toBeTruthy();
  expect(screen.getByText('2 hr')).toBeTruthy();
  const table = within(screen.getByRole('table', { name: 'The hours of the day' }));
  expect(table.getAllByRole('row')).toHaveLength(3);
  const trips = within(screen.getByRole('list', { name: 'Trips of the day' })).getAllByRole('listitem');
  expect(trips).toHaveLength(1);
  expect(trips[0]?.textContent).toMatch(/K7MPRT.*109\.50.*your share.*100\.00.*tip.*9\.50/);
  expect(screen.getByRole('link', { name: 'K7MPRT' }).getAttribute('href')).toBe('/driver/trip/b1');
});

it('navigates to the next day, not beyond today, and back', async () => {
  show();
  await screen.findByText('75%');
  fireEvent.click(screen.getByRole('button', { name: 'Day after' }));
  expect(await screen.findByText('Nothing earned on this day')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Day after' }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Today' }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Day before' }));
  expect(await screen.findByText('75%')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Today' }));
  expect(await screen.findByText('Nothing earned on this day')).toBeTruthy();
});

it('shows that nothing was earned on an empty day, without a chart', async () => {
  const { container } = show(null);
  expect(await screen.findByText('Nothing earned on this day')).toBeTruthy();
  expect(screen.getByText('no offers')).toBeTruthy();
  expect(container.querySelector('figure')).toBeNull();
});

it('shows the amount awaiting transfer, and a debt', async () => {
  show(null);
  await screen.findByText(/No withdrawal is waiting/);
  const since = Date.parse('2026-05-08T12:00:00Z');
  const payout = { balance: -4, withdrawable: 0, waiting: { count: 1, amount: 40.25, since } };
  answer = () => Response.json({ ...monday, payout });
  act(() => void store.dispatch(answersApi.util.invalidateTags([{ type: 'driver-day' }])));
  expect((await screen.findByText(/waits for the operator/)).textContent).toMatch(/40\.25.*May 8/);
  expect(screen.getByText(/You owe/).textContent).toContain('4.00');
});

it('is announced as loading, and can be reloaded after a failure', async () => {
  let respond = (_: Response) => {};
  answer = () =>
    new Promise<Response>((resolve) => {
      respond = resolve;
    });
  show();
  expect(screen.getByRole('status', { busy: true })).toBeTruthy();
  await act(async () => respond(Response.json({ code: 'internal', status: 500 }, { status: 500 })));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  answer = () => Response.json(sunday);
  fireEvent.click(retry);
  expect(await screen.findByText('75%')).toBeTruthy();
});
