// Tests the queue of fare reviews: the list, one review in detail, the decision, and a concurrent decision of another
// admin.
import type { BookingView, FareReviewRow } from '@kerb/contract';
import { fetchUser } from '@kerb/sdk/store';
import { aBooking, aFareReview, aFareReviewRow, aUser } from '@kerb/testing';
import { ThemeProvider } from '@mui/material/styles';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OpenReviewsProvider } from '../../features/fare-review/open-reviews.tsx';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { createKerbTheme } from '../../ui/theme.ts';
import { FareReviewsScreen } from './fare-reviews-screen.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const trip = aBooking({ status: 'PAID', driver_name: 'Bruno Paz', fareReview: aFareReview() });
const byBooking = `/bookings/${trip.id}`;
let open: FareReviewRow[] = [];
let decided: FareReviewRow[] = [];
let known: BookingView = trip;
let decide: () => Response;
const lists: string[] = [];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

function answer(path: string, query: URLSearchParams): Response {
  if (path === '/auth/session') return json({ user: { ...aUser(), usertype: 'admin' } });
  if (path === '/fare-reviews') {
    lists.push(query.get('status') ?? '');
    const items = query.get('status') === 'decided' ? decided : open;
    return json({ items, nextCursor: null, open: open.length });
  }
  if (path === byBooking) return json(known);
  if (path === `${byBooking}/fare-review`) return decide();
  return json({ code: 'not_found', status: 404 }, 404);
}

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://kerb');
    return answer(pathname.replace('/api/v1', ''), searchParams);
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  // The width of a phone, at which rows are rendered as cards.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 390, 100));
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await startI18n();
  await Promise.all(
    (['console', 'fare', 'farereviews', 'bookings', 'errors', 'safety'] as const).map((area) =>
      loadTexts(area),
    ),
  );
  await act(() => store.dispatch(fetchUser()));
});
beforeEach(() => {
  store.dispatch(answersApi.util.resetApiState());
  open = [aFareReviewRow()];
  decided = [];
  known = trip;
  lists.length = 0;
  decide = () => json({ code: 'internal', status: 500 }, 500);
});

function show(address = '/farereviews') {
  render(
    <Provider store={store}>
      <ThemeProvider theme={createKerbTheme('ltr', { clear: '', close: '', openList: '' })}>
        <MemoryRouter initialEntries={[address]}>
          <OpenReviewsProvider>
            <FareReviewsScreen />
          </OpenReviewsProvider>
        </MemoryRouter>
      </ThemeProvider>
    </Provider>,
  );
}
const plain = (text: string | null | undefined) =>
  (text ?? '').replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' ');

async function lookAtReview() {
  fireEvent.click(await screen.findByLabelText(`Review the fare of booking ${trip.reference}`));
  await screen.findByText('Approve');
}
async function decideAs(button: 'Approve' | 'Waive', title: string, confirm: RegExp) {
  fireEvent.click(screen.getByText(button));
  const dialog = await screen.findByLabelText(title);
  fireEvent.change(within(dialog).getByLabelText(/^Note/), { target: { value: 'Detour' } });
  fireEvent.click(within(dialog).getByText(confirm));
}

describe('the queue of fare reviews', () => {
  it('lists open reviews with people, amounts, distance, time and waiting time', async () => {
    open = [aFareReviewRow({ openedAt: Date.now() - 3 * 3_600_000 })];
    show();
    const list = await screen.findByLabelText('Fare reviews');
    const text = plain(list.textContent);
    for (const part of ['K7PD2M', 'Ana Silva', 'Bruno Paz', 'Rest 229.68collected: 670.32', 'Waiting3 hr'])
      expect(text).toContain(part);
    for (const part of ['Metered 900.00quoted: 446.88', '19 kmquoted: 7.3 km', '46 minquoted: 19 min'])
      expect(text).toContain(part);
  });

  it('shows an empty state without open reviews', async () => {
    open = [];
    show();
    await screen.findByText('No fare waits for a decision');
  });

  it('shows decided reviews with the decision', async () => {
    decided = [aFareReviewRow({ status: 'waived', decidedAt: Date.now(), note: 'The road was closed' })];
    show('/farereviews?show=decided');
    const list = await screen.findByLabelText('Fare reviews');
    expect(plain(list.textContent)).toContain('Waived');
    expect(lists).toContain('decided');
  });

  it('shows an error, and offers a reload', async () => {
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async () => json({ code: 'overloaded', status: 503 }, 503));
    show();
    await screen.findByText(/very busy/);
    vi.stubGlobal('fetch', fetch);
    fireEvent.click(screen.getByText('Try again'));
    await screen.findByLabelText('Fare reviews');
  });
});

describe('one review', () => {
  it('shows the map, the amounts and the timeline, also when opened by URL', async () => {
    show(`/farereviews?booking=${trip.id}`);
    await screen.findByText('Approve');
    await screen.findByText(/the quoted route and the roads driven/);
    const text = plain(screen.getByLabelText(`Fare of booking ${trip.reference}`).textContent);
    expect(text).toContain('Timeline');
    expect(text).toContain('The rest, 229.68, waits for your decision.');
  });

  it('closes after the decision, reloads the queue and shows the outcome', async () => {
    show();
    await lookAtReview();
    const approved = { ...trip, fareReview: aFareReview({ status: 'approved', note: 'Detour' }) };
    decide = () => {
      open = [];
      return json(approved);
    };
    await decideAs('Approve', 'Charge the rest of this fare?', /^Charge .*229/);
    await screen.findByText(/^Approved: .*229\.68.* is charged to .*Ana Silva.*’s wallet\.$/);
    await screen.findByText('No fare waits for a decision');
    await waitFor(() => expect(screen.queryByText('Approve')).toBeNull());
  });

  it('shows the decision of an admin who decided first, and reloads the queue', async () => {
    show();
    await lookAtReview();
    decide = () => {
      open = [];
      known = { ...trip, fareReview: aFareReview({ status: 'waived', note: 'The road was closed' }) };
      return json({ code: 'already_processed', status: 409 }, 409);
    };
    await decideAs('Waive', 'Waive the rest of this fare?', /^Waive$/);
    await screen.findByText('Another admin decided on this fare meanwhile.');
    await screen.findByText('The road was closed');
    fireEvent.click(screen.getByText('Back'));
    await screen.findByText('No fare waits for a decision');
    expect(screen.queryByText('Approve')).toBeNull();
  });
});
