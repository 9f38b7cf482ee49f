// Tests the dialogs after Book: estimate, errors, parcel details and prepayment.

import { fetchBookings, updateTripCar, updateTripDrop, updateTripWhen } from '@kerb/sdk/store';
import { aBooking, aUser, testId } from '@kerb/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '../../lib/store.ts';
import { isPressable } from '../../lib/testing/is-pressable.ts';
import { serverClock } from '../../lib/trip-queue/server-clock.ts';
import type { LoadPrepayment, PrepaymentProps } from './booking-dialogs.tsx';
import {
  answers,
  aQuote,
  bodies,
  booking,
  drop,
  estimateDialog,
  formWith,
  issues,
  json,
  pickup,
  plain,
  posted,
  prepareBookingForm,
  press,
  quoted,
  refuse,
  show,
  signIn,
  type,
  van,
} from './testing/booking-form.tsx';

prepareBookingForm();
afterEach(() => void vi.restoreAllMocks());

describe('the booking flow', () => {
  it('waits until the session is known before it asks a visitor to sign in', async () => {
    answers['POST /estimates'] = () => json(aQuote(), 201);
    const view = show({ isLoading: true });
    await press('Book');
    expect(bodies('POST /estimates')).toEqual([]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    view.rerender(formWith({ isLoading: false }));
    await estimateDialog();
    expect(bodies('POST /estimates')).toHaveLength(1);
  });

  it('books the quote once on repeated clicks, then clears the form and opens the bookings', async () => {
    answers['POST /bookings'] = () => json(booking(), 201);
    const first = await quoted();
    expect(bodies('POST /estimates')).toMatchObject([{ pickup, drop, waypoints: [], carType: plain.id }]);
    const confirm = screen.getByRole('button', { name: 'Book this ride' });
    await waitFor(() => expect(isPressable(confirm)).toBe(true));
    // Both changes happen before the next paint.
    act(() => {
      confirm.click();
      confirm.click();
    });
    await screen.findByText('K7M2QX');
    expect(posted()).toEqual([
      {
        estimate: first.id,
        pickup,
        drop,
        waypoints: [],
        carType: plain.id,
        promo: null,
        bookLater: false,
        booking_type_admin: false,
        paymentPacket: { payment_mode: 'cash', usedWalletMoney: 0 },
        instructionData: {
          deliveryPerson: '',
          deliveryPersonPhone: '',
          pickUpInstructions: '',
          deliveryInstructions: '',
          parcelTypeIndex: null,
          optionIndex: null,
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

  it('shows when a ride booked ahead starts', async () => {
    answers['POST /bookings'] = () => json(booking(), 201);
    const tripdate = Date.now() + 3 * 3_600_000;
    store.dispatch(updateTripWhen({ bookLater: true, tripdate }));
    await quoted({ driversNearby: 0 });
    screen.getByText(/^Pickup on /);
    await press('Book ahead');
    const dialog = await screen.findByRole('dialog', { name: 'Booked' });
    within(dialog).getByText(/^Pickup on /);
    within(dialog).getByRole('button', { name: 'Show the booking' });
    expect(posted()).toMatchObject([{ bookLater: true, tripdate }]);
  });

  it('quotes a ride booked ahead whose time is in the past of a phone with a wrong clock', async () => {
    vi.spyOn(serverClock, 'offset').mockReturnValue(-3_600_000);
    const tripdate = Date.now() - 1_800_000;
    store.dispatch(updateTripWhen({ bookLater: true, tripdate }));
    await quoted({ driversNearby: 0 });
    expect(bodies('POST /estimates')).toMatchObject([{ tripdate }]);
  });

  it('shows an alert, marks the invalid fields, and requests no quote', async () => {
    store.dispatch(updateTripDrop(null));
    show();
    await press('Book');
    const alert = await screen.findByRole('alertdialog', { name: 'Alert' });
    within(alert).getByText('Choose pickup, drop and car type.');
    expect(issues).toHaveBeenLastCalledWith({ drop: 'select_proper' });
    expect(bodies('POST /estimates')).toEqual([]);
  });

  it('shows an alert when the server rejects the booking, and discards the estimate', async () => {
    answers['POST /bookings'] = () => refuse('no_driver_found_alert_messege');
    await quoted();
    await press('Book this ride');
    const alert = await screen.findByRole('alertdialog');
    within(alert).getByText(/No driver is free near the pickup/);
    fireEvent.click(within(alert).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(store.getState().estimatedata.estimate).toBeNull();
  });

  it('shows a booking that took effect although its response was lost', async () => {
    answers['POST /bookings'] = () =>
      posted().length === 1 ? refuse('conflict', 409) : json(booking(), 201);
    await quoted();
    await press('Book this ride');
    await screen.findByText('K7M2QX');
    const [lost, repeated] = posted();
    expect(repeated).toEqual(lost);
    expect(posted()).toHaveLength(2);
    expect(bodies('POST /estimates')).toHaveLength(1);
  });

  it('shows an alert when the server rejects the booking twice because of its state', async () => {
    answers['POST /bookings'] = () => refuse('conflict', 409);
    await quoted();
    await press('Book this ride');
    await screen.findByRole('alertdialog');
    expect(posted()).toHaveLength(2);
  });

  it.each([
    ['Pay the ride', '/trip/', [aBooking({ id: testId(0xb01), status: 'PENDING' })]],
    ['Open the wallet', '/wallet', []],
  ])('shows a rider who owes money how to pay: %s', async (name, address, items) => {
    answers['GET /bookings?limit=200'] = () => json({ items, nextCursor: null });
    answers['POST /bookings'] = () => refuse('payment_due', 402);
    await store.dispatch(fetchBookings());
    await quoted();
    await press('Book this ride');
    const alert = await screen.findByRole('alertdialog');
    within(alert).getByText(/You owe money for an earlier ride/);
    const link = within(alert).getByRole('link', { name });
    expect(link.getAttribute('href')).toContain(address);
  });

  it('is cancelled when the estimate is closed', async () => {
    await quoted();
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(store.getState().estimatedata.estimate).toBeNull();
    expect(posted()).toEqual([]);
  });

  it('books for the rider an admin chose, and offers the trip to the chosen driver', async () => {
    await signIn(aUser({ usertype: 'admin' }));
    answers['POST /bookings'] = () => json(booking(), 201);
    const rider = {
      id: testId(7),
      name: 'Eva Sosa',
      mobile: '+59899000007',
      approved: true,
      walletBalance: 900,
    };
    await quoted({ bookedFor: { rider, driver: testId(8) } });
    fireEvent.click(screen.getByLabelText(/Wallet/));
    await press('Book this ride');
    await screen.findByText('K7M2QX');
    expect(posted()).toMatchObject([
      {
        booking_type_admin: true,
        userDetails: { uid: rider.id },
        driver: testId(8),
        paymentPacket: { payment_mode: 'wallet' },
      },
    ]);
  });
});

it('books for the rider for whom the fare was requested, although the form has another one by then', async () => {
  await signIn(aUser({ usertype: 'admin' }));
  answers['POST /estimates'] = () => json(aQuote(), 201);
  answers['POST /bookings'] = () => json(booking(), 201);
  const first = { id: testId(7), name: 'Eva', mobile: '+59899000007', approved: true, walletBalance: 0 };
  const { rerender } = show({ bookedFor: { rider: first, driver: testId(8) } });
  await press('Book');
  await estimateDialog();
  rerender(formWith({ bookedFor: { rider: { ...first, id: testId(9) }, driver: null } }));
  await press('Book this ride');
  await screen.findByText('K7M2QX');
  expect(posted()).toMatchObject([{ userDetails: { uid: first.id }, driver: testId(8) }]);
});

describe('the instructions for the cargo', () => {
  beforeEach(() => void store.dispatch(updateTripCar(van.id)));
  const options = (name = 'Anything special?') => screen.findByRole('dialog', { name });

  it('are requested when the car type has options, and are sent with the estimate; Back retains them', async () => {
    answers['POST /estimates'] = () => json(aQuote({ carType: van.id }), 201);
    answers['POST /bookings'] = () => json(booking(), 201);
    show();
    await press('Book');
    await options();
    // Parcel and recipient are asked only for deliveries.
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

  it('belong to one car type, and are requested again for another one', async () => {
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

  it('require a person and a phone in a delivery, with errors at the fields and in an alert', async () => {
    await signIn(aUser(), 'delivery');
    answers['POST /estimates'] = () => json(aQuote({ carType: van.id }), 201);
    show();
    await press('Book');
    await options('What are you sending?');
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
          deliveryPerson: 'Eva',
          deliveryPersonPhone: '099 123 456 ext 7',
          deliveryInstructions: 'Third floor',
          parcelTypeIndex: 1,
          optionIndex: null,
        },
      },
    ]);
  });
});

/** Replaces the payment dialog, which the screen provides. */
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
  let loadPrepayment: LoadPrepayment = async () => Prepayment;
  afterEach(() => {
    loadPrepayment = async () => Prepayment;
  });
  async function orderedOnly() {
    show({ loadPrepayment: () => loadPrepayment() });
    await press('Book');
    await screen.findByRole('dialog', { name: 'What are you sending?' });
    type('Who receives it', 'Eva');
    type('Their phone number', '099123456');
    await press('See the price');
    await estimateDialog();
    // The payment method is chosen in the next step.
    expect(screen.queryByRole('radio', { name: /Cash/ })).toBeNull();
    await press('Go to payment');
  }
  async function ordered() {
    await orderedOnly();
    await screen.findByRole('dialog', { name: 'Prepayment' });
  }

  it('loads the payment again where its code did not load, and stays on the page', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    loadPrepayment = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    await orderedOnly();
    await screen.findByText(/^No connection/);
    expect(store.getState().bookingdata.booking).not.toBeNull();
    loadPrepayment = async () => Prepayment;
    await press('Try again');
    await screen.findByRole('dialog', { name: 'Prepayment' });
    expect(screen.queryByText(/^No connection/)).toBeNull();
  });

  it('is prepaid, and then shows its reference', async () => {
    await ordered();
    expect(screen.queryByText('K7M2QX')).toBeNull();
    await press('Paid');
    await screen.findByText('K7M2QX');
    screen.getByRole('button', { name: 'Follow the delivery' });
  });

  it('with an abandoned payment is announced and dismissed after 1.5 s; the trip stays in the form', async () => {
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
