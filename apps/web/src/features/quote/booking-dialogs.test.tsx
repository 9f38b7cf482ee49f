// What follows the press of Book, dialog by dialog, against a server that answers as it is told.
import type { EstimateView, Me, PromoOffer, PublicSettings } from '@kerb/contract';
import { QUOTE_MS } from '@kerb/domain/booking';
import type { CarType } from '@kerb/domain/fleet';
import {
  clearBooking,
  clearEstimate,
  fetchSettings,
  fetchUser,
  updateTripCar,
  updateTripDrop,
  updateTripPickup,
} from '@kerb/sdk/store';
import { aCarType, aSettings, aUser, testId } from '@kerb/testing';
import { act, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { BookingDialogs, type BookingDialogsProps, type PrepaymentProps } from './booking-dialogs.tsx';

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const pickup = { lat: -34.9053, lng: -56.185, add: '18 de Julio 1453' };
const drop = { lat: -34.8945, lng: -56.1665, add: 'Tres Cruces' };
const plain = aCarType();
const van: CarType = aCarType({
  id: testId(0xca2),
  name: 'Van',
  parcelTypes: [
    { description: 'Letter', amount: 0 },
    { description: 'Box', amount: 50 },
  ],
  options: [{ description: 'Two people', amount: 80 }],
});

let quotes = 0;
function aQuote(change: Partial<EstimateView> = {}): EstimateView {
  quotes += 1;
  const cost = change.trip_cost ?? 200;
  return {
    id: testId(0xe00 + quotes),
    carType: plain.id,
    estimateFare: cost - 15,
    convenience_fees: 15,
    trip_cost: cost,
    distance: 3.2,
    time: 540,
    polyline: '',
    breakdown: {
      lines: [
        { kind: 'base', amount: cost - 15 },
        { kind: 'convenience_fee', amount: 15 },
      ],
      minimum_reached: false,
    },
    promo: null,
    discount_amount: 0,
    payableAmount: cost - (change.discount_amount ?? 0),
    pickup,
    drop,
    waypoints: [],
    expiresAt: Date.now() + QUOTE_MS,
    ...change,
  };
}
const promo = { promo_key: testId(0xb1), promo_name: 'SPRING' };
const withPromo = (of: EstimateView): EstimateView => ({
  ...of,
  promo,
  discount_amount: 40,
  payableAmount: of.trip_cost - 40,
});
const offer = (change: Partial<PromoOffer>): PromoOffer => ({
  id: promo.promo_key,
  promo_name: 'SPRING',
  promo_description: 'For the first warm days',
  promo_validity: Date.UTC(2027, 0, 1),
  min_order: 0,
  discount_amount: 40,
  refusal: null,
  ...change,
});
const booking = (status = 'NEW') => ({
  booking_id: testId(0xb00),
  reference: 'K7M2QX',
  mainData: {
    ...{ status, trip_cost: 200, customer: testId(0xa11) },
    ...{ customer_contact: '+59899123456', customer_email: 'ana@example.uy' },
  },
});

type Answer = (body: unknown) => Response | Promise<Response>;
const asked: { call: string; body: unknown }[] = [];
let answers: Record<string, Answer> = {};
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refuse = (code: string, status = 422) => json({ code, status }, status);
const bodies = (call: string) => asked.filter((one) => one.call === call).map(({ body }) => body);
/** One answer after the other, the last one for good. */
const inTurn = (...replies: (() => Response)[]): Answer => {
  let turn = 0;
  return () => {
    const reply = replies[Math.min(turn, replies.length - 1)];
    turn += 1;
    return reply?.() ?? refuse('internal', 500);
  };
};

const operator = (appcat: 'taxi' | 'delivery'): PublicSettings => ({
  ...aSettings({ country: 'UY', appcat, symbol: '$U' }),
  city: { name: 'Montevideo', center: { lat: -34.9, lng: -56.2 }, bounds: [-57, -35, -56, -34] },
  social: [],
  demo: null,
});
async function signIn(user: Me, appcat: 'taxi' | 'delivery' = 'taxi') {
  answers['GET /auth/session'] = () => json({ user });
  answers['GET /settings'] = () => json(operator(appcat));
  await Promise.all([store.dispatch(fetchUser()), store.dispatch(fetchSettings())]);
}

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${address.replace('/api/v1', '')}`;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    asked.push({ call, body });
    return (await answers[call]?.(body)) ?? refuse('not_found', 404);
  });
  await startI18n();
  await Promise.all([loadTexts('quote'), loadTexts('errors')]);
});
beforeEach(async () => {
  answers = {};
  quotes = 0;
  store.dispatch(clearEstimate());
  store.dispatch(clearBooking());
  store.dispatch(updateTripPickup(pickup));
  store.dispatch(updateTripDrop(drop));
  store.dispatch(updateTripCar(plain.id));
  await signIn(aUser());
  asked.length = 0;
});
afterEach(() => void vi.useRealTimers());

const issues = vi.fn();
function Form(props: Partial<BookingDialogsProps>) {
  const [attempt, setAttempt] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setAttempt(attempt + 1)}>
        Book
      </button>
      <BookingDialogs
        attempt={attempt}
        onBusy={() => undefined}
        onIssues={issues}
        when={{ bookLater: false, tripdate: null }}
        cars={[plain, van]}
        driversNearby={2}
        {...props}
      />
    </>
  );
}
const show = (props: Partial<BookingDialogsProps> = {}) =>
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<Form {...props} />} />
          <Route path="/bookings" element={<p>The list of bookings</p>} />
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
/** Once it can be pressed. */
async function press(name: string | RegExp): Promise<void> {
  const button = await waitFor(() => {
    const found = screen.getByRole('button', { name });
    if (found.hasAttribute('disabled')) throw new Error('It cannot be pressed yet');
    return found;
  });
  fireEvent.click(button);
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const estimateDialog = () => screen.findByRole('dialog', { name: 'Your fare' });
const posted = () => bodies('POST /bookings');

async function quoted(props: Partial<BookingDialogsProps> = {}, first = aQuote()) {
  answers['POST /estimates'] ??= () => json(first, 201);
  show(props);
  await press('Book');
  await estimateDialog();
  return first;
}

describe('the booking flow', () => {
  it('books what was quoted, once, however often it is pressed; then forgets it and goes to the bookings', async () => {
    answers['POST /bookings'] = () => json(booking(), 201);
    const first = await quoted();
    expect(bodies('POST /estimates')).toMatchObject([{ pickup, drop, waypoints: [], carType: plain.id }]);
    const confirm = screen.getByRole('button', { name: 'Book this ride' });
    await waitFor(() => expect(confirm).toHaveProperty('disabled', false));
    // Both before anything is painted.
    act(() => {
      confirm.click();
      confirm.click();
    });
    await screen.findByText('K7M2QX');
    expect(posted()).toEqual([
      {
        ...{ estimate: first.id, pickup, drop, waypoints: [], carType: plain.id, promo: null },
        ...{ bookLater: false, booking_type_admin: false },
        paymentPacket: { payment_mode: 'cash', usedWalletMoney: 0 },
        instructionData: {
          ...{
            deliveryPerson: '',
            deliveryPersonPhone: '',
            pickUpInstructions: '',
            deliveryInstructions: '',
          },
          ...{ parcelTypeIndex: null, optionIndex: null },
        },
      },
    ]);
    await press('Close');
    await screen.findByText('The list of bookings');
    const { bookingdata, estimatedata, tripdata } = store.getState();
    expect([bookingdata.booking, estimatedata.estimate, tripdata.pickup, tripdata.carType]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('says when a ride booked ahead begins', async () => {
    answers['POST /bookings'] = () => json(booking(), 201);
    const tripdate = Date.now() + 3 * 3_600_000;
    await quoted({ when: { bookLater: true, tripdate }, driversNearby: 0 });
    screen.getByText(/^Pickup on /);
    await press('Book ahead');
    const dialog = await screen.findByRole('dialog', { name: 'Booked' });
    within(dialog).getByText(/^Pickup on /);
    within(dialog).getByRole('button', { name: 'Show the booking' });
    expect(posted()).toMatchObject([{ bookLater: true, tripdate }]);
  });

  it('alerts with what is wrong, tells the form by field, and asks for no price', async () => {
    store.dispatch(updateTripDrop(null));
    show();
    await press('Book');
    const alert = await screen.findByRole('alertdialog', { name: 'Alert' });
    within(alert).getByText('Choose pickup, drop and car type.');
    expect(issues).toHaveBeenLastCalledWith({ drop: 'select_proper' });
    expect(bodies('POST /estimates')).toEqual([]);
  });

  it('alerts with the server’s refusal, which ends the estimate', async () => {
    answers['POST /bookings'] = () => refuse('no_driver_found_alert_messege');
    await quoted();
    await press('Book this ride');
    const alert = await screen.findByRole('alertdialog');
    within(alert).getByText(/No driver is free near the pickup/);
    fireEvent.click(within(alert).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(store.getState().estimatedata.estimate).toBeNull();
  });

  it('is cancelled with the estimate', async () => {
    await quoted();
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(store.getState().estimatedata.estimate).toBeNull();
    expect(posted()).toEqual([]);
  });

  it('books for the rider an admin chose, and asks the driver', async () => {
    await signIn(aUser({ usertype: 'admin' }));
    answers['POST /bookings'] = () => json(booking(), 201);
    const rider = { id: testId(7), mobile: '+59899000007', approved: true, walletBalance: 900 };
    await quoted({ bookedFor: { rider, driver: testId(8) } });
    fireEvent.click(screen.getByLabelText(/Wallet/));
    await press('Book this ride');
    await screen.findByText('K7M2QX');
    expect(posted()).toMatchObject([
      {
        ...{ booking_type_admin: true, userDetails: { uid: rider.id }, driver: testId(8) },
        paymentPacket: { payment_mode: 'wallet' },
      },
    ]);
  });
});

describe('what is carried', () => {
  beforeEach(() => void store.dispatch(updateTripCar(van.id)));
  const options = (name = 'Anything special?') => screen.findByRole('dialog', { name });

  it('is asked for where the car type has options, and is part of the estimate; back keeps it', async () => {
    answers['POST /estimates'] = () => json(aQuote({ carType: van.id }), 201);
    answers['POST /bookings'] = () => json(booking(), 201);
    show();
    await press('Book');
    await options();
    // Parcels and who receives them are of deliveries.
    expect(screen.queryByLabelText('Who receives it')).toBeNull();
    expect(screen.queryByLabelText(/Box/)).toBeNull();
    fireEvent.click(screen.getByLabelText(/Two people/));
    await press('Back');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Book');
    await options();
    expect(screen.getByLabelText(/Two people/)).toHaveProperty('checked', true);
    await press('See the price');
    await estimateDialog();
    expect(bodies('POST /estimates')).toMatchObject([{ instructionData: { optionIndex: 0 } }]);
    await press('Back');
    await options();
    expect(screen.getByLabelText(/Two people/)).toHaveProperty('checked', true);
    expect(store.getState().estimatedata.estimate).toBeNull();
    await press('See the price');
    await estimateDialog();
    await press('Book this ride');
    await screen.findByText('K7M2QX');
    expect(posted()).toMatchObject([{ instructionData: { parcelTypeIndex: null, optionIndex: 0 } }]);
  });

  it('is of one car type: another one is asked for anew', async () => {
    answers['POST /estimates'] = () => json(aQuote(), 201);
    show();
    await press('Book');
    await options();
    fireEvent.click(screen.getByLabelText(/Two people/));
    await press('Back');
    act(() => void store.dispatch(updateTripCar(plain.id)));
    await press('Book');
    await estimateDialog();
    expect(bodies('POST /estimates')).toMatchObject([
      { instructionData: { parcelTypeIndex: null, optionIndex: null } },
    ]);
  });

  it('has a person and a phone in a delivery: missing, it is said at the fields and as Alert', async () => {
    await signIn(aUser(), 'delivery');
    answers['POST /estimates'] = () => json(aQuote({ carType: van.id }), 201);
    show();
    await press('Book');
    await options('What do you send?');
    await press('See the price');
    const alert = await screen.findByRole('alertdialog', { name: 'Alert' });
    within(alert).getByText(/Enter who receives the parcel/);
    fireEvent.click(within(alert).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    screen.getByText('Enter a name.');
    type('Who receives it', 'Eva');
    expect(screen.queryByText('Enter a name.')).toBeNull();
    type('Their phone number', '12-345');
    await press('See the price');
    await screen.findByRole('alertdialog');
    screen.getByText('Enter at least 7 digits.');
    expect(screen.getByLabelText('Their phone number').getAttribute('aria-invalid')).toBe('true');
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Close' }));
    type('Their phone number', '099 123 456 ext 7');
    type('At the drop (optional)', 'Third floor');
    fireEvent.click(screen.getByLabelText(/Box/));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await press('See the price');
    await estimateDialog();
    expect(bodies('POST /estimates')).toMatchObject([
      {
        instructionData: {
          ...{ deliveryPerson: 'Eva', deliveryPersonPhone: '099 123 456 ext 7' },
          ...{ deliveryInstructions: 'Third floor', parcelTypeIndex: 1, optionIndex: null },
        },
      },
    ]);
  });
});

/** In place of the payment dialog, which is the surface's. */
const Prepayment = ({ booking: id, onPaid, onClose }: PrepaymentProps) =>
  id === null ? null : (
    <div role="dialog" aria-label="Prepayment">
      <button type="button" onClick={onPaid}>
        Paid
      </button>
      <button type="button" onClick={onClose}>
        Not now
      </button>
    </div>
  );

describe('a delivery', () => {
  beforeEach(async () => {
    await signIn(aUser(), 'delivery');
    answers['POST /bookings'] = () => json(booking('PAYMENT_PENDING'), 201);
    answers['POST /estimates'] = () => json(aQuote(), 201);
  });
  async function ordered() {
    show({ prepayment: Prepayment });
    await press('Book');
    await screen.findByRole('dialog', { name: 'What do you send?' });
    type('Who receives it', 'Eva');
    type('Their phone number', '099123456');
    await press('See the price');
    await estimateDialog();
    // How it is paid is asked in the next step.
    expect(screen.queryByRole('radio', { name: /Cash/ })).toBeNull();
    await press('Go to payment');
    await screen.findByRole('dialog', { name: 'Prepayment' });
  }

  it('is paid for first, and then shows its reference', async () => {
    await ordered();
    expect(screen.queryByText('K7M2QX')).toBeNull();
    await press('Paid');
    await screen.findByText('K7M2QX');
    screen.getByRole('button', { name: 'Follow the delivery' });
  });

  it('whose payment is given up is told of, and forgotten after 1.5 s; the trip stays in the form', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    await ordered();
    await press('Not now');
    const alert = await screen.findByRole('alertdialog', { name: 'Alert' });
    within(alert).getByText(/Delivery K7M2QX is not ordered yet/);
    expect(screen.queryByRole('dialog', { name: 'Prepayment' })).toBeNull();
    expect(store.getState().bookingdata.booking).not.toBeNull();
    fireEvent.click(within(alert).getByRole('button', { name: 'Close' }));
    act(() => void vi.advanceTimersByTime(1_500));
    await waitFor(() => expect(store.getState().bookingdata.booking).toBeNull());
    expect(store.getState().estimatedata.estimate).toBeNull();
    expect(store.getState().tripdata.pickup).toEqual(pickup);
    expect(screen.queryByRole('dialog', { name: 'Prepayment' })).toBeNull();
  });
});

describe('a price', () => {
  const later = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  beforeEach(() => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    });
    answers['POST /bookings'] = () => json(booking(), 201);
  });

  it('counts down near its end only, and is asked for again when it ends: another one is agreed to first', async () => {
    const next = aQuote({ trip_cost: 230 });
    answers['POST /estimates'] = inTurn(
      () => json(aQuote(), 201),
      () => json(next, 201),
    );
    await quoted();
    expect(screen.queryByRole('timer')).toBeNull();
    later(QUOTE_MS - 90_000);
    expect((await screen.findByRole('timer')).textContent).toMatch(/^This price is held for 1:[23]\d$/);
    expect(bodies('POST /estimates')).toHaveLength(1);
    later(91_000);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent?.replaceAll(/[\u2066\u2069]/g, '')).toMatch(
      /The price is now \$U\s230\.00; it was \$U\s200\.00\./,
    );
    expect(screen.queryByRole('button', { name: 'Book this ride' })).toBeNull();
    expect(posted()).toEqual([]);
    await press(/^Accept/);
    await press('Book this ride');
    await screen.findByText('K7M2QX');
    expect(posted()).toMatchObject([{ estimate: next.id }]);
  });

  it('that is the same is said quietly, and holds again', async () => {
    answers['POST /estimates'] = inTurn(
      () => json(aQuote(), 201),
      () => json(aQuote(), 201),
    );
    await quoted();
    later(QUOTE_MS + 1_000);
    await screen.findByText('The price was asked for again: it is the same.');
    await press('Book this ride');
    await screen.findByText('K7M2QX');
  });

  it('that cannot be had again is asked for by a press', async () => {
    answers['POST /estimates'] = inTurn(
      () => json(aQuote(), 201),
      () => refuse('unavailable', 500),
      () => json(aQuote(), 201),
    );
    await quoted();
    later(QUOTE_MS + 1_000);
    await screen.findByText(/not available right now/);
    expect(screen.queryByRole('button', { name: 'Book this ride' })).toBeNull();
    await press('Ask for the price again');
    await screen.findByRole('button', { name: 'Book this ride' });
    expect(screen.queryByText(/not available right now/)).toBeNull();
  });

  it('is not asked for in a hidden tab before it is looked at', async () => {
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await quoted();
    later(3 * QUOTE_MS);
    expect(bodies('POST /estimates')).toHaveLength(1);
    state.mockReturnValue('visible');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(bodies('POST /estimates')).toHaveLength(2));
    state.mockRestore();
  });

  it.each(['quote_expired', 'quote_mismatch'])(
    'that ends while it is confirmed (%s) is asked for again, and nothing is booked',
    async (code) => {
      answers['POST /estimates'] = inTurn(
        () => json(aQuote(), 201),
        () => json(aQuote({ trip_cost: 190 }), 201),
      );
      answers['POST /bookings'] = () => refuse(code);
      await quoted();
      await press('Book this ride');
      await screen.findByText(/The price is now/);
      expect(posted()).toHaveLength(1);
      await press(/^Accept/);
      screen.getByRole('button', { name: 'Book this ride' });
    },
  );

  it('whose booking got no answer is not replaced: the second try is for the same quote', async () => {
    answers['POST /bookings'] = inTurn(
      () => refuse('internal', 500),
      () => json(booking(), 201),
    );
    const first = await quoted();
    await press('Book this ride');
    await screen.findByText(/Something went wrong on our side/);
    later(QUOTE_MS + 1_000);
    expect(bodies('POST /estimates')).toHaveLength(1);
    await press('Book this ride');
    await screen.findByText('K7M2QX');
    expect(posted()).toMatchObject([{ estimate: first.id }, { estimate: first.id }]);
  });
});

describe('a promo', () => {
  async function opened(first = aQuote()) {
    answers[`GET /estimates/${first.id}/promos`] ??= () => json({ items: [offer({})] });
    await quoted({}, first);
    await press('Add a promo');
    return first;
  }

  it('is chosen from the valid ones, each with what it takes off or why it does not', async () => {
    const first = aQuote();
    answers[`GET /estimates/${first.id}/promos`] = () =>
      json({
        items: [
          offer({}),
          offer({
            id: testId(2),
            promo_name: 'BIG',
            discount_amount: 0,
            min_order: 900,
            refusal: 'promo_below_min_order',
          }),
          offer({ id: testId(3), promo_name: 'ONCE', discount_amount: 0, refusal: 'promo_already_used' }),
        ],
      });
    answers[`PUT /estimates/${first.id}/promo`] = () => json(withPromo(first));
    answers[`DELETE /estimates/${first.id}/promo`] = () => json(first);
    answers['POST /bookings'] = () => json(booking(), 201);
    await opened(first);
    const list = await screen.findByRole('list', { name: 'Promos you can use' });
    expect(within(list).getAllByRole('button')).toHaveLength(1);
    within(list).getByText(/^From .*900/);
    within(list).getByText('You have already used this promo.');
    fireEvent.click(within(list).getByRole('button', { name: /Use SPRING/ }));
    const remove = await screen.findByRole('button', { name: 'Remove the promo SPRING' });
    expect(bodies(`PUT /estimates/${first.id}/promo`)).toEqual([{ promo: promo.promo_key }]);
    expect(screen.getByRole('dialog').textContent).toContain('160.00');
    fireEvent.click(remove);
    await screen.findByRole('button', { name: 'Add a promo' });
    await press('Book this ride');
    await screen.findByText('K7M2QX');
    expect(posted()).toMatchObject([{ promo: null }]);
  });

  it('is typed; a refusal is said beside the name, and Enter does not book', async () => {
    const first = await opened();
    answers[`PUT /estimates/${first.id}/promo`] = inTurn(
      () => refuse('promo_not_found', 404),
      () => json(withPromo(first)),
    );
    type('Promo code', ' nothing ');
    fireEvent.submit(screen.getByLabelText('Promo code'));
    await screen.findByText('There is no promo with this name.');
    expect(screen.getByLabelText('Promo code').getAttribute('aria-invalid')).toBe('true');
    type('Promo code', 'spring');
    await press('Apply');
    await screen.findByRole('button', { name: 'Remove the promo SPRING' });
    expect(bodies(`PUT /estimates/${first.id}/promo`)).toEqual([{ promo: 'nothing' }, { promo: 'spring' }]);
    expect(posted()).toEqual([]);
    expect(bodies('POST /estimates')).toHaveLength(1);
  });

  it('decides whether the wallet covers what is left, and its part of the rest', async () => {
    await signIn(aUser({ walletBalance: 170 }));
    const first = await opened();
    answers[`PUT /estimates/${first.id}/promo`] = () => json(withPromo(first));
    expect(screen.getByLabelText(/Wallet/)).toHaveProperty('disabled', true);
    screen.getByLabelText(/Use .*170.* of the wallet first/);
    fireEvent.click(await screen.findByRole('button', { name: /Use SPRING/ }));
    await waitFor(() => expect(screen.getByLabelText(/Wallet/)).toHaveProperty('disabled', false));
    expect(screen.queryByLabelText(/of the wallet first/)).toBeNull();
  });

  it.each([
    'promo_expired',
    'promo_used_up',
    'promo_already_used',
    'promo_below_min_order',
    'promo_not_found',
  ])(
    'that dies before it is confirmed (%s) is told and taken off; the new price is agreed to first',
    async (code) => {
      const first = aQuote();
      answers[`DELETE /estimates/${first.id}/promo`] = () => json(first);
      answers['POST /bookings'] = inTurn(
        () => refuse(code),
        () => json(booking(), 201),
      );
      await quoted({}, withPromo(first));
      await press('Book this ride');
      const alert = await screen.findByText(/The price is now/);
      expect(alert.textContent).toMatch(/promo/);
      expect(screen.queryByRole('button', { name: 'Book this ride' })).toBeNull();
      expect(posted()).toMatchObject([{ promo: promo.promo_key }]);
      await press(/^Accept/);
      await press('Book this ride');
      await screen.findByText('K7M2QX');
      expect(posted()[1]).toMatchObject({ promo: null, estimate: first.id });
    },
  );

  it('goes with a price that is asked for again, and is said if it does not apply to it', async () => {
    const next = aQuote({ trip_cost: 200 });
    answers['POST /estimates'] = inTurn(
      () => json(withPromo(aQuote()), 201),
      () => json(next, 201),
    );
    answers['POST /bookings'] = () => refuse('quote_expired', 410);
    answers[`PUT /estimates/${next.id}/promo`] = () => refuse('promo_used_up', 409);
    await quoted();
    await press('Book this ride');
    await screen.findByText(/This promo has been used up.*The price is now/s);
    expect(bodies(`PUT /estimates/${next.id}/promo`)).toEqual([{ promo: promo.promo_key }]);
  });
});
