// Tests the figures of a period: values and changes, links to bookings, other periods and groups, no data, and errors.
import type { FigureSet, Figures } from '@kerb/contract';
import { NO_DRIVER_REASON } from '@kerb/domain/booking';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { FiguresReport } from './figures-report.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
// The chart library needs a layout, which jsdom does not compute.
vi.mock('../../ui/reports/report-chart.tsx', () => ({
  ReportChart: ({ title, unit, kind }: { title: string; unit: string; kind: string }) => (
    <figure aria-label={title}>{`${kind} in ${unit}`}</figure>
  ),
}));

const good: FigureSet = {
  waiting: { bookings: 1000, median_secs: 330, p90_secs: 546 },
  completion: { bookings: 1200, completed: 1090, share: 0.908 },
  acceptance: { bookings: 1100, offers: 1500, accepted: 1200, share: 0.8 },
  utilisation: { bookings: 1090, duty_secs: 1_800_000, busy_secs: 1_080_000, share: 0.6 },
  time: { bookings: 1090, median_ratio: 1.04, p90_error: 0.23 },
  fare: { bookings: 5, median_ratio: null, p90_error: null },
};
const before: FigureSet = {
  ...good,
  waiting: { bookings: 900, median_secs: 354, p90_secs: 600 },
  completion: { bookings: 1000, completed: 950, share: 0.95 },
  time: { bookings: 0, median_ratio: null, p90_error: null },
};
const none: FigureSet = {
  waiting: { bookings: 0, median_secs: null, p90_secs: null },
  completion: { bookings: 0, completed: 0, share: null },
  acceptance: { bookings: 0, offers: 0, accepted: 0, share: null },
  utilisation: { bookings: 0, duty_secs: 0, busy_secs: 0, share: null },
  time: { bookings: 0, median_ratio: null, p90_error: null },
  fare: { bookings: 0, median_ratio: null, p90_error: null },
};
const noGroup = { hour: null, day: null, day_before: null, area: null };

function answerTo(query: URLSearchParams): Figures {
  const by = query.get('by');
  const group = {
    hour: { ...noGroup, hour: 8 },
    day: { ...noGroup, day: '2026-05-10', day_before: '2026-05-03' },
    area: { ...noGroup, area: { name: 'Pocitos', cells: ['-3880:-5123', '-3879:-5123'] } },
  }[by === 'day' || by === 'area' ? by : 'hour'];
  return {
    from: query.get('from') ?? '',
    to: query.get('to') ?? '',
    ongoing: true,
    counted_until: '2026-05-10T12:00',
    previous: { from: '2026-04-27', to: '2026-05-03T12:00' },
    total: { now: good, before },
    groups: [
      {
        ...group,
        now: by === 'area' ? { ...good, utilisation: null } : good,
        before: by === 'area' ? { ...before, utilisation: null } : before,
      },
    ],
    reasons: [
      { reason: 'Plans have changed', now: 30, before: 12 },
      { reason: NO_DRIVER_REASON, now: 10, before: 0 },
    ],
  };
}

let answer: (query: URLSearchParams) => Response;
let asked: URLSearchParams[] = [];
beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://kerb');
    if (!pathname.endsWith('/reports/figures')) return Response.json({ items: [] });
    asked.push(searchParams);
    return answer(searchParams);
  });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-05-10T15:00:00Z') });
  await startI18n();
  for (const area of ['console', 'dashboard', 'reports', 'errors', 'picker', 'reasons'] as const)
    await loadTexts(area);
});
beforeEach(() => {
  asked = [];
  answer = (query) => Response.json(answerTo(query));
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

function show(search = '', isAdmin = true) {
  window.history.replaceState(null, '', `/dashboard?tab=figures&${search}`);
  return render(
    <Provider store={store}>
      <BrowserRouter>
        <FiguresReport isAdmin={isAdmin} />
      </BrowserRouter>
    </Provider>,
  );
}
const plain = (element: Element) => (element.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '');
const tileOf = async (name: string) => {
  const tile = (await screen.findByRole('link', { name })).closest('li');
  if (!tile) throw new Error(`${name} has no tile`);
  return tile;
};
const linkOf = (within_: HTMLElement, name: RegExp) =>
  new URL(within(within_).getByRole('link', { name }).getAttribute('href') ?? '', 'http://kerb').searchParams;

it('shows each value with its change, and links to the bookings of both periods', async () => {
  show();
  const waiting = await tileOf('Waiting time');
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ from: '2026-05-04', to: '2026-05-10', by: 'hour' });
  const before = screen.getByText(/^Compared with/);
  expect(plain(before).replaceAll(/\s/g, ' ')).toBe('Compared with Apr 27, 2026 to May 3, 2026, 12:00 PM');
  expect(plain(waiting)).toContain('5 min 30 sec');
  expect(plain(waiting)).toContain('−24 sec better');
  expect(plain(waiting)).toContain('9 of 10 within 9 min 6 sec');
  expect(plain(await tileOf('Completion'))).toContain('−4.2 pp worse');
  expect(plain(await tileOf('Driver utilisation'))).toContain('No change');
  const time = await tileOf('Driven and quoted time');
  expect(plain(time)).toContain('+4%');
  expect(plain(time)).not.toMatch(/better|worse|No change/);
  expect(Object.fromEntries(linkOf(waiting, /^1,000 bookings/))).toEqual({
    from: '2026-05-04',
    to: '2026-05-10T12:00',
    counted: 'waiting',
  });
  expect(Object.fromEntries(linkOf(waiting, /of the period before/))).toEqual({
    from: '2026-04-27',
    to: '2026-05-03T12:00',
    counted: 'waiting',
  });
});

it('shows when there are too few bookings for a value, and still links to them', async () => {
  show();
  const fare = await tileOf('Charged and quoted fare');
  expect(plain(fare)).toContain('Too few to say');
  expect(linkOf(fare, /^5 bookings/).get('counted')).toBe('fare');
});

it('draws the chosen figure with its unit, and lists it in a table for screen readers', async () => {
  show('figure=completion&by=day&period=30d');
  expect(plain(await screen.findByRole('figure', { name: 'Completion: Day' }))).toBe('bars in %');
  expect(asked[0]?.get('from')).toBe('2026-04-11');
  const table = screen.getByRole('table', { name: 'Completion: Day' });
  const row = within(table).getByRole('row', { name: /May 10, 2026/ });
  expect(plain(row)).toContain('90.8%');
  expect(linkOf(row, /1,200 bookings$/).get('from')).toBe('2026-05-10');
  expect(linkOf(row, /Period before/).get('to')).toBe('2026-05-03T12:00');
});

it('stores the figure, the grouping and the period in the URL', async () => {
  show();
  fireEvent.click(await screen.findByRole('link', { name: 'Offer acceptance' }));
  expect(await screen.findByRole('figure', { name: 'Offer acceptance: Hour of day' })).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Area' }));
  const row = await screen.findByRole('row', { name: /^Pocitos/ });
  const link = linkOf(row, /1,100 bookings$/);
  expect([link.get('area'), link.get('place')]).toEqual(['-3880:-5123_-3879:-5123', 'Pocitos']);
  fireEvent.click(screen.getByRole('link', { name: 'Driver utilisation' }));
  expect(await screen.findByText(/not counted by area/)).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Today' }));
  await vi.waitFor(() => expect(asked.at(-1)?.get('from')).toBe('2026-05-10'));
});

it('lists the cancellation reasons, with links to their bookings', async () => {
  show();
  const list = await screen.findByRole('list', { name: 'Cancelled bookings by reason' });
  const [first, second] = within(list).getAllByRole('listitem');
  expect(plain(first ?? list)).toContain('Plans have changed30 bookings75%');
  expect(Object.fromEntries(linkOf(first ?? list, /30 bookings$/))).toEqual({
    from: '2026-05-04',
    to: '2026-05-10T12:00',
    status: 'CANCELLED',
    reason: 'Plans have changed',
  });
  // The text is translated, while the link contains the stored reason.
  expect(plain(second ?? list)).toContain('No driver was found10 bookings25%');
  expect(linkOf(second ?? list, /10 bookings$/).get('reason')).toBe(NO_DRIVER_REASON);
});

it('shows a fleet admin no list of offers', async () => {
  show('', false);
  const acceptance = await tileOf('Offer acceptance');
  expect(plain(acceptance)).toContain('1,100 bookings');
  expect(within(acceptance).getAllByRole('link')).toHaveLength(1);
  expect(within(await tileOf('Waiting time')).getAllByRole('link')).toHaveLength(3);
});

it('does not request a period that is too long, and shows why', async () => {
  show('period=own&from=2026-01-01&to=2026-05-10');
  expect(plain(await screen.findByRole('alert'))).toContain('at most 92 days');
  expect(asked).toEqual([]);
});

it('shows that there is no data, and offers a reload after a failure', async () => {
  answer = (query) =>
    Response.json({ ...answerTo(query), total: { now: none, before: none }, groups: [], reasons: [] });
  const { unmount } = show();
  expect(await screen.findByText('No booking ended in this period')).toBeTruthy();
  unmount();
  await act(async () => store.dispatch(answersApi.util.resetApiState()));
  answer = () => Response.json({ error: { code: 'unavailable', message: '' } }, { status: 503 });
  show();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
