// Tests the phone desk: finding the caller, showing their record, and booking an earlier trip again with Enter.
import type { EstimateView, RecurringBooking, RecurringDay } from '@kerb/contract';
import {
  clearBooking,
  clearEstimate,
  clearTripPoints,
  fetchSettings,
  fetchUser,
  updateTripPickup,
} from '@kerb/sdk/store';
import { aCarType, aSettings, aUser, testId } from '@kerb/testing';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { Provider } from 'react-redux';
import { BrowserRouter, type NavigateFunction, Route, Routes, useNavigate } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answers, answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { isPressable } from '../../lib/testing/is-pressable.ts';
import { KerbThemeProvider } from '../../ui/theme-provider.tsx';
import { AddBookingScreen } from './add-booking-screen.tsx';

vi.mock('../../map/kerb-map.tsx', () => ({ KerbMap: () => null }));
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const rider = aUser({ usertype: 'rider', firstName: 'Ana', lastName: 'Paz', mobile: '+59899000001' });
const other = aUser({
  id: testId(0xb2),
  usertype: 'rider',
  firstName: 'Bea',
  lastName: 'Gil',
  mobile: '+59899000004',
});
const car = aCarType();
const place = (add: string, lat: number) => ({ add, lat, lng: -56.16 });
const trip = (booking: number, to: string) => ({
  booking: testId(booking),
  pickup: place('Ejido 1275', -34.9),
  drop: place(to, -34.91),
  waypoints: [],
  carType: car.id,
  at: Date.parse('2026-03-01T12:00:00Z'),
  times: 3,
});
const city = { name: 'Montevideo', center: { lat: -34.905, lng: -56.165 }, bounds: null, zoom: 12 };
const notes = { value: 'Needs a ramp.', refuse: false };
const asked: string[] = [];
const changes: unknown[] = [];

const repeatOn = (status: RecurringDay['status']): RecurringBooking => ({
  id: testId(9),
  rider: rider.id,
  riderName: 'Ana Paz',
  carType: car.id,
  carTypeName: car.name,
  pickup: place('Ejido 1275', -34.9),
  drop: place('Rambla 500', -34.91),
  waypoints: [],
  instructionData: null,
  payment_mode: 'cash',
  weekdays: [1, 3],
  timeOfDay: '08:15',
  firstDay: '2026-03-02',
  lastDay: null,
  skippedDays: [],
  createdAt: 1,
  createdBy: 'Admin',
  stoppedAt: null,
  stoppedBy: null,
  active: true,
  nextDays: [
    {
      day: '2026-03-04',
      tripdate: Date.parse('2026-03-04T11:15:00Z'),
      status,
      booking: status === 'booked' ? testId(5) : null,
      reference: status === 'booked' ? 'K7M2XQ' : null,
      bookingStatus: status === 'booked' ? 'NEW' : null,
      problem: null,
    },
  ],
});
let repeats: RecurringBooking[] = [];
let isListed = true;
const estimate: EstimateView = {
  id: testId(0xe01),
  carType: car.id,
  estimateFare: 185,
  convenience_fees: 15,
  trip_cost: 200,
  distance: 3.2,
  time: 540,
  polyline: '',
  breakdown: { lines: [{ kind: 'base', amount: 200 }], minimum_reached: false },
  promo: null,
  discount_amount: 0,
  payableAmount: 200,
  pickup: place('Ejido 1275', -34.9),
  drop: place('Maldonado 1700', -34.91),
  waypoints: [],
  expiresAt: Date.now() + 600_000,
};
const booked = {
  booking_id: testId(0xb00),
  reference: 'K7M2QX',
  mainData: {
    status: 'NEW',
    trip_cost: 200,
    customer: rider.id,
    customer_contact: '+59899000001',
    customer_email: '',
  },
};
const posted: unknown[] = [];
/** Number of the caller's latest booking. */
let newest = 1;

function answer(call: string, body: unknown): Response {
  const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
  if (call === 'GET /settings')
    return json({ ...aSettings(), version: 1, languages: [], social: [], demo: null, city });
  if (call === 'GET /cartypes') return json({ items: [car] });
  if (call.startsWith('GET /phone-desk/callers?number=%2B59899000001'))
    return json({ rider: rider.id, isOtherUser: false });
  if (call.startsWith('GET /phone-desk/callers?number=%2B59899000004'))
    return json({ rider: other.id, isOtherUser: false });
  if (call.startsWith('GET /phone-desk/callers?number=%2B59899000002'))
    return json({ rider: null, isOtherUser: true });
  if (call.startsWith('GET /phone-desk/callers')) return json({ rider: null, isOtherUser: false });
  if (call === `GET /phone-desk/riders/${rider.id}`)
    return json({
      rider: rider.id,
      language: null,
      notes: notes.value,
      trips: [{ ...trip(newest, 'Maldonado 1700'), times: newest }, trip(2, 'Rambla 500')],
      open: [],
    });
  if (call === `PUT /phone-desk/riders/${rider.id}/notes`) {
    if (notes.refuse) return json({ code: 'demo_mode', status: 403 }, 403);
    notes.value = (body as { notes: string }).notes;
    return new Response(null, { status: 204 });
  }
  if (call.startsWith('GET /recurring-bookings')) {
    if (!isListed) return json({ code: 'internal', status: 500 }, 500);
    const from = call.includes('cursor=next') ? 5 : 0;
    const items = repeats.slice(from, from + 5);
    return json({ items, nextCursor: from + 5 < repeats.length ? 'next' : null });
  }
  if (call === `POST /recurring-bookings/${testId(9)}/skip`) {
    changes.push(body);
    repeats = [repeatOn('skipped')];
    return json(repeats[0]);
  }
  if (call === `POST /recurring-bookings/${testId(9)}/stop`) {
    changes.push(body);
    const notCancelled = [
      { day: '2026-03-04', booking: testId(5), reference: 'K7M2XQ', problem: 'conflict' },
    ];
    const [stopped = repeatOn('booked')] = repeats;
    repeats = [];
    return json({ recurringBooking: { ...stopped, active: false }, cancelled: 0, notCancelled });
  }
  if (call === 'GET /phone-desk')
    return json({ takesCalls: false, extension: null, calls: [], announces: false });
  if (call.startsWith(`GET /users/${rider.id}`)) return json(rider);
  if (call.startsWith(`GET /users/${other.id}`)) return json(other);
  if (call === `GET /phone-desk/riders/${other.id}`)
    return json({ rider: other.id, language: null, notes: '', trips: [], open: [] });
  if (call === 'GET /auth/session') return json({ user: aUser({ usertype: 'admin' }) });
  if (call === 'POST /estimates') return json(estimate, 201);
  if (call === 'POST /bookings') {
    posted.push(body);
    return json(booked, 201);
  }
  if (call === 'POST /users/check') {
    changes.push(body);
    return json({ users: [] });
  }
  if (call.startsWith('GET /users?')) {
    const items = /990000017|99000003|099\+000\+003|099%20000%20003/.test(call) ? [] : [rider];
    return json({ items, nextCursor: null, total: items.length });
  }
  return json({ code: 'not_found', status: 404 }, 404);
}

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${address.replace('/api/v1', '')}`;
    asked.push(call);
    return answer(call, typeof init.body === 'string' ? JSON.parse(init.body) : null);
  });
  await startI18n();
  await Promise.all((['bookings', 'console', 'desk', 'site', 'quote', 'picker'] as const).map(loadTexts));
  await Promise.all([store.dispatch(fetchSettings()), store.dispatch(fetchUser())]);
});
beforeEach(() => {
  notes.value = 'Needs a ramp.';
  notes.refuse = false;
  repeats = [];
  isListed = true;
  newest = 1;
  asked.length = 0;
  changes.length = 0;
  posted.length = 0;
  store.dispatch(clearEstimate());
  store.dispatch(clearBooking());
  store.dispatch(clearTripPoints());
  store.dispatch(updateTripPickup(null));
  store.dispatch(answersApi.util.resetApiState());
});
afterEach(cleanup);

let navigate: NavigateFunction;
function TakeNavigate() {
  navigate = useNavigate();
  return null;
}
/** The screen of a booking, whose code loads when it is opened. */
const BookingPage = lazy(async () => ({ default: () => <h1>Booking page</h1> }));
const callOf = ({ mobile }: { mobile: string }, call: string) =>
  `/addbookings?caller=${encodeURIComponent(mobile)}&call=${call}`;
/** Answers a call in the toast, which changes the address of the screen. */
const answerCall = (address: string) => act(async () => navigate(address));

const open = (address = '/addbookings') => {
  window.history.replaceState(null, '', address);
  return render(
    <Provider store={store}>
      <KerbThemeProvider>
        <BrowserRouter>
          <Suspense>
            <Routes>
              <Route path="/addbookings" element={<AddBookingScreen />} />
              <Route path="/bookings/:id" element={<BookingPage />} />
            </Routes>
          </Suspense>
          <TakeNavigate />
        </BrowserRouter>
      </KerbThemeProvider>
    </Provider>,
  );
};
const tripButton = (to: string) => screen.findByRole('button', { name: new RegExp(to) });

async function findFirstRider() {
  const field = await screen.findByRole('combobox', { name: 'Rider' });
  fireEvent.change(field, { target: { value: '99000001' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await within(await screen.findByRole('group', { name: 'Rider' })).findByText('Ana Paz');
}

/** Opens the fare dialog for the newest trip of the first rider; without `address`, they are found by their number. */
async function quoteForFirst(address: string | null = callOf(rider, 'a')) {
  open(address ?? '/addbookings');
  if (address === null) await findFirstRider();
  fireEvent.click(await tripButton('Maldonado 1700'));
  fireEvent.submit(screen.getByRole('form', { name: /Book/ }));
  return screen.findByRole('dialog', { name: 'Your fare' });
}
const bookButton = (dialog: HTMLElement) =>
  waitFor(() => {
    const button = within(dialog).getByRole('button', { name: /^Book/ });
    if (!isPressable(button)) throw new Error('It cannot be pressed yet');
    return button;
  });

describe('a second call', () => {
  it('discards the fare of the first caller, which is not booked for the second one', async () => {
    const dialog = await quoteForFirst();
    within(dialog).getByText(/^For .*Ana Paz/);
    const book = await bookButton(dialog);
    await answerCall(callOf(other, 'b'));
    fireEvent.click(book);
    await screen.findByText('Bea Gil');
    await waitFor(() => expect(screen.queryByText('Your fare')).toBeNull());
    expect(posted).toEqual([]);
    expect(store.getState().tripdata).toMatchObject({ pickup: null, carType: null });
  });

  it('answered while the result of the first is shown stays when that is closed', async () => {
    fireEvent.click(await bookButton(await quoteForFirst()));
    const result = await screen.findByRole('dialog', { name: 'Booked' });
    expect(posted).toMatchObject([{ userDetails: { uid: rider.id } }]);
    await answerCall(callOf(other, 'b'));
    fireEvent.click(within(result).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('K7M2QX')).toBeNull());
    screen.getByText('Bea Gil');
  });

  it('discards the trip of the first although its result was left without closing it', async () => {
    fireEvent.click(await bookButton(await quoteForFirst()));
    await screen.findByRole('dialog', { name: 'Booked' });
    cleanup();
    expect(store.getState().bookingdata.booking).toBeNull();
  });

  it('starts without a rider when both callers hide their numbers', async () => {
    open('/addbookings?caller=&call=a');
    await findFirstRider();
    await answerCall('/addbookings?caller=&call=b');
    await screen.findByRole('combobox', { name: 'Rider' });
    expect(screen.queryByText('Ana Paz')).toBeNull();
  });
});

describe('the result of a booking', () => {
  /** Books for the first rider, and presses a button of the result. */
  const press = async (name: string, address: string | null) => {
    fireEvent.click(await bookButton(await quoteForFirst(address)));
    const result = await screen.findByRole('dialog', { name: 'Booked' });
    const button = within(result).getByRole('button', { name });
    await waitFor(() => expect(isPressable(button)).toBe(true));
    await act(async () => fireEvent.click(button));
  };

  it.each([null, callOf(rider, 'a')])('opens the page of the booking, made at %j', async (address) => {
    await press('Open the booking', address);
    await screen.findByRole('heading', { name: 'Booking page' });
    expect(window.location.pathname).toBe(`/bookings/${booked.booking_id}`);
  });

  it('is followed by an empty booking without the caller when it is closed', async () => {
    await press('Close', callOf(rider, 'a'));
    const field = await screen.findByRole('combobox', { name: 'Rider' });
    expect(document.activeElement).toBe(field);
    expect(window.location.search).toBe('');
    expect(store.getState().tripdata).toMatchObject({ pickup: null, carType: null });
  });
});

describe('the rider in the address', () => {
  const riderGroup = async () => within(await screen.findByRole('group', { name: 'Rider' }));
  const reload = () => {
    cleanup();
    return open(`${window.location.pathname}${window.location.search}`);
  };

  it('is the one that was found, who is still chosen after a reload, until they are removed', async () => {
    open();
    await findFirstRider();
    expect(window.location.search).toBe(`?rider=${rider.id}`);
    reload();
    (await riderGroup()).getByText('Ana Paz');
    fireEvent.click(screen.getByRole('button', { name: 'Choose another rider' }));
    await screen.findByRole('combobox', { name: 'Rider' });
    expect(window.location.search).toBe('');
  });

  it('who was chosen in place of the caller stays after a reload', async () => {
    open(callOf(other, 'a'));
    (await riderGroup()).getByText('Bea Gil');
    fireEvent.click(screen.getByRole('button', { name: 'Choose another rider' }));
    const field = await screen.findByRole('combobox', { name: 'Rider' });
    fireEvent.change(field, { target: { value: '99000001' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    (await riderGroup()).getByText('Ana Paz');
    reload();
    (await riderGroup()).getByText('Ana Paz');
    await waitFor(() => expect(asked.filter((call) => call.includes('/phone-desk/callers'))).toHaveLength(2));
    (await riderGroup()).getByText('Ana Paz');
  });

  it('is not chosen when the id is another one, which is said', async () => {
    open(`/addbookings?rider=${testId(0xdead)}`);
    await screen.findByRole('alert');
    screen.getByRole('combobox', { name: 'Rider' });
  });
});

describe('the phone desk', () => {
  it('starts with the caller’s number, and Enter directly after it selects the only match', async () => {
    open();
    const field = await screen.findByRole('combobox', { name: 'Rider' });
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: '99000001' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await within(await screen.findByRole('group', { name: 'Rider' })).findByText('Ana Paz');
  });

  it('does not select a rider of earlier digits: an unknown number opens the form of a new rider', async () => {
    open();
    const field = await screen.findByRole('combobox', { name: 'Rider' });
    fireEvent.change(field, { target: { value: '99000001' } });
    await screen.findByRole('option', { name: /Ana Paz/ });
    fireEvent.change(field, { target: { value: '990000017' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByRole('group', { name: 'New rider' });
    expect(screen.queryByRole('group', { name: 'Rider' })).toBeNull();
  });

  it('selects the newest trip of a known caller with Enter, which fills the form and focuses Book', async () => {
    open(`/addbookings?caller=${encodeURIComponent('+59899000001')}`);
    const first = await tripButton('Maldonado 1700');
    await waitFor(() => expect(document.activeElement).toBe(first));
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    const second = await tripButton('Rambla 500');
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second, { key: '1' });
    expect(document.activeElement).toBe(first);
    fireEvent.click(first);
    expect(store.getState().tripdata).toMatchObject({
      drop: { add: 'Maldonado 1700' },
      carType: car.id,
      bookLater: false,
    });
    expect(document.activeElement?.getAttribute('type')).toBe('submit');
  });

  it('shows the initials of a caller, and how often a trip was made only when it was more than once', async () => {
    open(`/addbookings?caller=${encodeURIComponent('+59899000001')}`);
    expect((await tripButton('Maldonado 1700')).textContent).not.toMatch(/once|times/);
    expect((await tripButton('Rambla 500')).textContent).toContain('3 times');
    within(await screen.findByRole('group', { name: 'Rider' })).getByText('AP');
  });

  it('retains the focus on a trip when a newer booking is loaded', async () => {
    open(`/addbookings?caller=${encodeURIComponent('+59899000001')}`);
    const first = await tripButton('Maldonado 1700');
    await waitFor(() => expect(document.activeElement).toBe(first));
    newest = 3;
    await store.dispatch(
      answers.getRiderAtDesk.initiate({ params: { id: rider.id } }, { forceRefetch: true, subscribe: false }),
    );
    expect(document.activeElement).toBe(await tripButton('Maldonado 1700.*3 times'));
  });

  it('retains the note about a rider, also when it could not be saved', async () => {
    open(`/addbookings?caller=${encodeURIComponent('+59899000001')}`);
    const field = await screen.findByLabelText('Notes for dispatchers');
    expect(field).toHaveProperty('value', 'Needs a ramp.');
    notes.refuse = true;
    fireEvent.change(field, { target: { value: 'Rings twice.' } });
    fireEvent.blur(field);
    await screen.findByText('Not available in demonstration mode.');
    expect(field).toHaveProperty('value', 'Rings twice.');
    notes.refuse = false;
    fireEvent.blur(field);
    await waitFor(() => expect(notes.value).toBe('Rings twice.'));
  });

  it('skips a day of a repeated trip, and shows what could not be cancelled when it is stopped', async () => {
    repeats = [repeatOn('booked')];
    open(`/addbookings?caller=${encodeURIComponent('+59899000001')}`);
    await screen.findByText(/Mon.*Wed/);
    fireEvent.click(await screen.findByRole('button', { name: 'Leave out' }));
    await screen.findByText('Left out');
    expect(changes).toEqual([{ day: '2026-03-04', skip: true }]);
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    const dialog = await screen.findByRole('dialog', { name: 'Stop these trips?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
    await screen.findByText('These could not be cancelled: K7M2XQ');
    // The list is requested again, and has no active series any more.
    await waitFor(() => expect(screen.queryByText(/Mon.*Wed/)).toBeNull());
    screen.getByText('These could not be cancelled: K7M2XQ');
    expect(within(dialog).getByRole('button', { name: 'Stop' })).toHaveProperty('disabled', true);
    expect(changes[1]).toEqual({ cancelBooked: true });
  });

  it('shows all series, page by page, each with its next three trips at first', async () => {
    const nextDays = repeatOn('planned').nextDays.flatMap((next) =>
      Array.from({ length: 11 }, (_, index) => ({
        ...next,
        day: `2026-03-${10 + index}`,
        ...(index < 3 && { status: index === 0 ? ('cancelled' as const) : ('skipped' as const) }),
        ...(index === 8 && { status: 'failed' as const, problem: 'no_route' }),
      })),
    );
    repeats = Array.from({ length: 6 }, (_, index) => ({
      ...repeatOn('planned'),
      id: testId(0x90 + index),
      timeOfDay: `0${index}:15`,
      nextDays: index === 0 ? nextDays : [],
    }));
    open(callOf(rider, 'a'));
    await screen.findByText('04:15');
    // Through the third day with a trip, and the day that needs attention.
    expect(screen.getAllByText('Left out')).toHaveLength(2);
    expect(screen.getAllByText('Planned')).toHaveLength(3);
    screen.getByText(/^Wed, Mar 18/);
    const series = document.getElementById(
      screen.getByRole('button', { name: 'Show all days' }).getAttribute('aria-describedby') ?? '',
    );
    expect(series?.textContent).toContain('00:15');
    fireEvent.click(screen.getByRole('button', { name: 'Show all days' }));
    expect(screen.getAllByText('Planned')).toHaveLength(7);
    expect(document.activeElement).toBe(screen.getByRole('list', { name: /00:15/ }));
    expect(screen.queryByText('05:15')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('05:15');
  });

  it('shows that the repeated trips could not be loaded, and loads them again', async () => {
    repeats = [repeatOn('planned')];
    isListed = false;
    open(callOf(rider, 'a'));
    const again = await screen.findByRole('button', { name: 'Try again' });
    isListed = true;
    fireEvent.click(again);
    await screen.findByText(/Mon.*Wed/);
  });

  it('prefills the form of a new rider with the number of an unknown caller', async () => {
    open(`/addbookings?caller=${encodeURIComponent('+59899000003')}`);
    const form = await screen.findByRole('group', { name: 'New rider' });
    const mobile = await within(form).findByLabelText<HTMLInputElement>(/Mobile number/);
    expect(mobile.value.replaceAll(/\D/g, '')).toContain('99000003');
  });

  it.each(['+59899000003', '099 000 003'])('adds the unknown number %s as it was typed', async (number) => {
    open();
    const field = await screen.findByRole('combobox', { name: 'Rider' });
    fireEvent.change(field, { target: { value: number } });
    fireEvent.keyDown(field, { key: 'Enter' });
    const form = await screen.findByRole('group', { name: 'New rider' });
    fireEvent.change(within(form).getByLabelText(/First name/), { target: { value: 'Eva' } });
    fireEvent.change(within(form).getByLabelText(/Last name/), { target: { value: 'Sosa' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Add rider' }));
    await waitFor(() => expect(changes).toEqual([{ email: '', mobile: '+59899000003' }]));
  });

  it('focuses the pickup for a rider without an earlier trip', async () => {
    open(callOf(other, 'a'));
    await screen.findByText('Bea Gil');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Pickup' })),
    );
  });

  it.each([
    ['', /The caller hides the number/],
    ['anonymous', /The caller hides the number/],
    [encodeURIComponent('+59899000002'), /belongs to a driver or a colleague/],
  ])('says what is wrong with the caller %j', async (caller, text) => {
    open(`/addbookings?caller=${caller}`);
    await screen.findByText(text);
  });

  it('does not book an incomplete order', async () => {
    open();
    const submit = () => act(async () => fireEvent.submit(screen.getByRole('form', { name: /Book/ })));
    // While the order is complete, submitting the form reports the missing places.
    await screen.findByRole('combobox', { name: 'Rider' });
    await submit();
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    fireEvent.click(screen.getByRole('checkbox', { name: 'Way back' }));
    await screen.findByText('Choose when the way back begins.');
    await submit();
    await submit();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
