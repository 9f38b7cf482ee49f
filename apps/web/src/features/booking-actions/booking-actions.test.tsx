// Tests the actions on a booking: reasons of disabled actions, undoing a cancellation, finding a driver and sending an
// offer.
import { type BookingView, publicSettings } from '@kerb/contract';
import { settings as operatorSettings } from '@kerb/domain/settings';
import { fetchSettings } from '@kerb/sdk/store';
import { aBooking } from '@kerb/testing';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';
import { ActionButtons } from './action-buttons.tsx';
import { ActionMenu } from './action-menu.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { useBookingActions } from './use-booking-actions.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

type Usertype = 'rider' | 'admin';
interface Sent {
  path: string;
  body: unknown;
}
const sent: Sent[] = [];
let known: unknown = null;
/** The booking as the server has it. */
let current = aBooking();
let answers: (path: string) => Response | Promise<Response> | null = () => null;
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (code: string) => json({ code, status: 409, title: code }, 409);

const candidate = {
  driver: 'd1',
  name: 'Nora Vidal',
  vehicle_number: 'SAB 1007',
  vehicle_description: 'Chevrolet Onix',
  rating: '4.8',
  distance: 1.2,
  time_in_secs: 240,
  gate: null,
  asked: false,
};

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = new URL(address, 'http://kerb').pathname.replace('/api/v1', '');
    if (init.method === 'POST')
      sent.push({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
    const answer = answers(path);
    if (answer) return answer;
    if (path === '/settings') return json(known);
    if (path === '/cancel_reason') return json({ items: [{ value: 0, label: 'Changed my mind' }] });
    if (path.endsWith('/candidates')) return json({ items: [candidate] });
    return json(init.method === 'POST' ? aBooking({ status: 'CANCELLED' }) : current);
  });
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await startI18n();
  await Promise.all([loadTexts('bookings'), loadTexts('reasons'), loadTexts('errors')]);
});
beforeEach(async () => {
  store.dispatch(answersApi.util.resetApiState());
  sent.length = 0;
  answers = () => null;
  await operator({});
});

async function operator(change: {
  AllowCriticalEditsAdmin?: boolean;
  autoDispatch?: boolean;
}): Promise<void> {
  const place = { lat: -34.9, lng: -56.2 };
  known = publicSettings.parse({
    version: 1,
    languages: [],
    ...operatorSettings.parse({ autoDispatch: false, ...change }),
    city: { name: 'Montevideo', center: place, bounds: [-57, -35, -56, -34] },
    social: [],
    demo: null,
  });
  await store.dispatch(fetchSettings());
}

function Screen({
  booking,
  usertype,
  as,
}: {
  booking: BookingView;
  usertype: Usertype;
  as: 'menu' | 'buttons';
}) {
  const actions = useBookingActions({
    usertype,
    renderPayment: ({ loadForm }) => (loadForm ? <p>providers</p> : null),
  });
  const Actions = as === 'menu' ? ActionMenu : ActionButtons;
  return (
    <>
      <Actions booking={booking} usertype={usertype} onAction={actions.start} />
      {actions.dialogs}
    </>
  );
}

const show = (
  change: Partial<BookingView>,
  { usertype = 'rider', as = 'menu' }: { usertype?: Usertype; as?: 'menu' | 'buttons' } = {},
) => {
  current = aBooking(change);
  return render(
    <Provider store={store}>
      <Screen booking={current} usertype={usertype} as={as} />
    </Provider>,
  );
};

async function choose(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: 'Actions on booking K7PD2M' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(name) }));
}

it('shows why an action is unavailable, in the menu and on the page', async () => {
  const { unmount } = show({ status: 'STARTED' });
  fireEvent.click(screen.getByRole('button', { name: 'Actions on booking K7PD2M' }));
  const cancel = await screen.findByRole('menuitem', {
    name: /Cancel booking.*Only before the driver arrives/,
  });
  expect(cancel.getAttribute('aria-disabled')).toBe('true');
  unmount();
  show({ status: 'NEW' }, { as: 'buttons' });
  const pay = screen.getByRole('button', { name: 'Pay now' });
  expect(pay.getAttribute('aria-disabled')).toBe('true');
  fireEvent.focus(pay);
  fireEvent.mouseOver(pay);
  expect((await screen.findByRole('tooltip')).textContent).toBe('Only when a payment is due.');
  fireEvent.click(pay);
  expect(sent).toEqual([]);
});

it('shows demo_mode instead of cancelling while critical edits are off', async () => {
  await operator({ AllowCriticalEditsAdmin: false });
  show({ status: 'PAYMENT_PENDING' });
  await choose('Cancel booking');
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'Not available in demonstration mode.',
  );
  expect(sent).toEqual([]);
});

it('sends the chosen reason, and keeps the dialog open when the server rejects it', async () => {
  answers = (path) => (path.endsWith('/cancel') ? refusal('transition_not_allowed') : null);
  show({ status: 'NEW' });
  await choose('Cancel booking');
  await screen.findByRole('dialog', { name: 'Cancel booking K7PD2M?' });
  fireEvent.click(await screen.findByRole('radio', { name: 'Changed my mind' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel booking' }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  answers = () => null;
  fireEvent.click(screen.getByRole('button', { name: 'Cancel booking' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([
    { reason: 'Changed my mind', maxFee: 0 },
    { reason: 'Changed my mind', maxFee: 0 },
  ]);
});

const cancelSlab = [
  { minsDelayed: 0, amount: 60 },
  { minsDelayed: 10, amount: 100 },
];
const accepted = (minutesAgo: number) =>
  aBooking({ status: 'ACCEPTED', cancelSlab, cancelFeeFrom: Date.now() - minutesAgo * 60_000 });
const confirmCancel = () => fireEvent.click(screen.getByRole('button', { name: 'Cancel booking' }));

it('shows the fee once a driver has accepted, and sends the highest fee that the rider has seen', async () => {
  show({ status: 'NEW', cancelSlab });
  await choose('Cancel booking');
  await screen.findByText('Cancelling now is free.');
  current = accepted(1);
  act(() => void store.dispatch(answersApi.util.invalidateTags(['bookings'])));
  await screen.findByText(/^Cancelling now costs .*60/);
  fireEvent.click(await screen.findByRole('radio', { name: 'Changed my mind' }));
  confirmCancel();
  await waitFor(() => expect(sent).toMatchObject([{ body: { reason: 'Changed my mind', maxFee: 60 } }]));
});

it('shows a higher fee after the server has rejected the one shown, for a second confirmation', async () => {
  show({ status: 'NEW', cancelSlab });
  await choose('Cancel booking');
  await screen.findByText('Cancelling now is free.');
  fireEvent.click(await screen.findByRole('radio', { name: 'Changed my mind' }));
  current = accepted(1);
  answers = (path) => (path.endsWith('/cancel') ? refusal('conflict') : null);
  confirmCancel();
  await screen.findByText('The cancellation fee has changed meanwhile. Check it and confirm again.');
  await screen.findByText(/^Cancelling now costs .*60/);
  answers = () => null;
  confirmCancel();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toMatchObject([{ body: { maxFee: 0 } }, { body: { maxFee: 60 } }]);
});

it('still shows and accepts the fee when the driver arrives while the dialog is open', async () => {
  show({ ...accepted(1) });
  await choose('Cancel booking');
  await screen.findByText(/^Cancelling now costs .*60/);
  current = { ...accepted(11), status: 'ARRIVED' };
  act(() => void store.dispatch(answersApi.util.invalidateTags(['bookings'])));
  await screen.findByText(/^Cancelling now costs \D*100/);
  fireEvent.click(await screen.findByRole('radio', { name: 'Changed my mind' }));
  confirmCancel();
  await waitFor(() => expect(sent).toMatchObject([{ body: { maxFee: 100 } }]));
});

it('computes the fee by the server’s clock', async () => {
  const sentAt = Date.now();
  const setClockAhead = (ms: number) =>
    act(() => serverClock.observe(new Date(sentAt + ms).toUTCString(), sentAt, sentAt));
  setClockAhead(15 * 60_000);
  show({ ...accepted(1) });
  await choose('Cancel booking');
  await screen.findByText(/^Cancelling now costs .*100/);
  setClockAhead(0);
});

it('names the current amount of an unpaid trip', async () => {
  show({ status: 'PENDING', payableAmount: 250, customer_name: 'Ana Silva' }, { usertype: 'admin' });
  await choose('Charge the wallet');
  await screen.findByRole('dialog', { name: /Charge .*250.* to the wallet of Ana Silva/ });
  current = aBooking({ status: 'PENDING', payableAmount: 200, customer_name: 'Ana Silva' });
  act(() => void store.dispatch(answersApi.util.invalidateTags(['bookings'])));
  await screen.findByRole('dialog', { name: /Charge .*200.* to the wallet of Ana Silva/ });
});

async function cancelUnpaid(answer: 'Keep it' | 'Cancel booking'): Promise<void> {
  await choose('Cancel booking');
  await screen.findByRole('dialog', { name: 'Cancel booking K7PD2M?' });
  fireEvent.click(screen.getByRole('button', { name: answer }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

it('requests confirmation before it cancels an unpaid booking', async () => {
  show({ status: 'PAYMENT_PENDING' });
  await cancelUnpaid('Keep it');
  expect(screen.queryByText('Cancelling booking K7PD2M…')).toBeNull();
  expect(sent).toEqual([]);
});

it('cancels an unpaid booking once, after 1.5 s, unless the user undoes it', async () => {
  show({ status: 'PAYMENT_PENDING' });
  await cancelUnpaid('Cancel booking');
  await screen.findByText('Cancelling booking K7PD2M…');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  expect(sent).toEqual([]);
  await cancelUnpaid('Cancel booking');
  await waitFor(() => expect(sent).toMatchObject([{ body: { reason: 'cancelled incomplete booking' } }]));
});

it('cannot undo a cancellation that has been sent', async () => {
  let finish = () => {};
  answers = (path) =>
    path.endsWith('/cancel')
      ? new Promise((resolve) => {
          finish = () => resolve(refusal('transition_not_allowed'));
        })
      : null;
  show({ status: 'PAYMENT_PENDING' });
  await cancelUnpaid('Cancel booking');
  await waitFor(() => expect(sent).toHaveLength(1), { timeout: 5000 });
  expect(screen.queryByText('Cancelling booking K7PD2M…')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  finish();
  await waitFor(() => expect(screen.queryByText('Cancelling booking K7PD2M…')).toBeNull());
});

it('offers the trip to the chosen driver, and shows an alert', async () => {
  show({ status: 'NEW' }, { usertype: 'admin' });
  await choose('Assign driver');
  fireEvent.click(await screen.findByRole('radio', { name: /Nora Vidal.*SAB 1007/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Assign' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'Driver assigned successfully and notified.',
  );
  expect(sent).toMatchObject([{ path: expect.stringMatching(/\/assign$/), body: { driver: 'd1' } }]);
});

it('cannot be closed while an offer is being sent, so that a rejection is shown', async () => {
  let reject = () => {};
  answers = (path) =>
    path.endsWith('/assign')
      ? new Promise((resolve) => {
          reject = () => resolve(refusal('driver_not_eligible'));
        })
      : null;
  const onClose = vi.fn();
  render(
    <Provider store={store}>
      <AssignDialog booking={aBooking({ status: 'NEW' })} onAssigned={vi.fn()} onClose={onClose} />
    </Provider>,
  );
  fireEvent.click(await screen.findByRole('radio', { name: /Nora Vidal.*SAB 1007/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Assign' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  reject();
  await screen.findByRole('alert');
});

it('shows that no driver is nearby, or that the drivers could not be loaded', async () => {
  answers = (path) => (path.endsWith('/candidates') ? json({ items: [] }) : null);
  const { unmount } = show({ status: 'NEW' }, { usertype: 'admin' });
  await choose('Assign driver');
  await screen.findByText('No approved driver has this car type.');
  unmount();
  answers = (path) => (path.endsWith('/candidates') ? refusal('not_found') : null);
  show({ status: 'NEW' }, { usertype: 'admin' });
  await choose('Assign driver');
  await screen.findByRole('button', { name: 'Try again' });
});

it('switches a pending trip to card payment, then lists the providers', async () => {
  answers = (path) =>
    path.endsWith('/pay') ? json(aBooking({ status: 'PENDING', payment_mode: 'card' })) : null;
  show({ status: 'PENDING' });
  await choose('Pay now');
  await screen.findByText('providers');
  expect(sent).toMatchObject([{ path: expect.stringMatching(/\/pay$/), body: { payment_mode: 'card' } }]);
});

it('lets an admin charge a pending trip to the rider’s wallet, after a confirmation that names the amount', async () => {
  answers = (path) => (path.endsWith('/charge') ? json(aBooking({ status: 'PAID' })) : null);
  show({ status: 'PENDING', payableAmount: 250, customer_name: 'Ana Silva' }, { usertype: 'admin' });
  await choose('Charge the wallet');
  const dialog = await screen.findByRole('dialog', { name: /Charge .*250.* to the wallet of Ana Silva/ });
  expect(sent).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: /^Charge .*250/ }));
  await waitFor(() => expect(sent).toMatchObject([{ path: expect.stringMatching(/\/charge$/), body: {} }]));
});

it('lets an admin confirm the cash of a trip, after a confirmation that names the amount', async () => {
  answers = (path) => (path.endsWith('/collect') ? json(aBooking({ status: 'PAID' })) : null);
  show({ status: 'REACHED', payment_mode: 'cash', payableAmount: 250 }, { usertype: 'admin' });
  await choose('Confirm the cash');
  const dialog = await screen.findByRole('dialog', { name: /Did the rider pay .*250.* in cash/ });
  expect(sent).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Confirm the cash' }));
  await waitFor(() => expect(sent).toMatchObject([{ path: expect.stringMatching(/\/collect$/), body: {} }]));
});

it('lets an admin end a started trip, after a confirmation that names the highest price', async () => {
  answers = (path) => (path.endsWith('/reach') ? json(aBooking({ status: 'PENDING' })) : null);
  show({ status: 'STARTED', trip_cost: 300, discount_amount: 40 }, { usertype: 'admin' });
  await choose('End the trip');
  const dialog = await screen.findByRole('dialog', { name: 'End the trip of booking K7PD2M?' });
  within(dialog).getByText(/at most .*260/);
  expect(sent).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'End the trip' }));
  await waitFor(() => expect(sent).toMatchObject([{ path: expect.stringMatching(/\/reach$/), body: {} }]));
});
