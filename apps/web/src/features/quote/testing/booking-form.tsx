// Renders the booking form's dialogs with a signed-in rider and a mocked server.
import type { EstimateView, Me, PromoOffer, PublicSettings } from '@kerb/contract';
import { QUOTE_MS } from '@kerb/domain/booking';
import type { CarType } from '@kerb/domain/fleet';
import {
  clearBooking,
  clearEstimate,
  clearTripPoints,
  fetchSettings,
  fetchUser,
  updateTripCar,
  updateTripDrop,
  updateTripPickup,
} from '@kerb/sdk/store';
import { aCarType, aSettings, aUser, testId } from '@kerb/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { loadTexts, startI18n } from '../../../lib/i18n/index.ts';
import { store } from '../../../lib/store.ts';
import { isPressable } from '../../../lib/testing/is-pressable.ts';
import { KerbThemeProvider } from '../../../ui/theme-provider.tsx';
import { BookingDialogs, type BookingDialogsProps } from '../booking-dialogs.tsx';

export const pickup = { lat: -34.9053, lng: -56.185, add: '18 de Julio 1453' };
export const drop = { lat: -34.8945, lng: -56.1665, add: 'Tres Cruces' };
export const plain = aCarType();
export const van: CarType = aCarType({
  id: testId(0xca2),
  name: 'Van',
  parcelTypes: [
    { description: 'Letter', amount: 0 },
    { description: 'Box', amount: 50 },
  ],
  options: [{ description: 'Two people', amount: 80 }],
});

let quotes = 0;
export function aQuote(change: Partial<EstimateView> = {}): EstimateView {
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
export const promo = { promo_key: testId(0xb1), promo_name: 'SPRING' };
export const withPromo = (of: EstimateView): EstimateView => ({
  ...of,
  promo,
  discount_amount: 40,
  payableAmount: of.trip_cost - 40,
});
export const offer = (change: Partial<PromoOffer>): PromoOffer => ({
  id: promo.promo_key,
  promo_name: 'SPRING',
  promo_description: 'For the first warm days',
  promo_validity: Date.UTC(2027, 0, 1),
  min_order: 0,
  discount_amount: 40,
  refusal: null,
  ...change,
});
export const booking = (status = 'NEW') => ({
  booking_id: testId(0xb00),
  reference: 'K7M2QX',
  mainData: {
    status,
    trip_cost: 200,
    customer: testId(0xa11),
    customer_contact: '+59899123456',
    customer_email: 'ana@example.uy',
  },
});

type Answer = (body: unknown) => Response | Promise<Response>;
/** Requests received by the mocked server, in order. */
export const asked: { call: string; body: unknown }[] = [];
/** Responses by request, such as `POST /bookings`; cleared before each test. */
export const answers: Record<string, Answer> = {};
export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
/** The detail is for developers: users see the text of the code. */
export const refuse = (code: string, status = 422) =>
  json({ code, status, detail: `Not now: ${code}` }, status);
export const bodies = (call: string) => asked.filter((one) => one.call === call).map(({ body }) => body);
/** Returns the replies in order; the last one repeats. */
export const inTurn = (...replies: (() => Response)[]): Answer => {
  let turn = 0;
  return () => {
    const reply = replies[Math.min(turn, replies.length - 1)];
    turn += 1;
    return reply?.() ?? refuse('internal', 500);
  };
};

const operator = (appcat: 'taxi' | 'delivery'): PublicSettings => ({
  ...aSettings({ country: 'UY', appcat, symbol: '$U' }),
  version: 1,
  languages: [],
  city: { name: 'Montevideo', center: { lat: -34.9, lng: -56.2 }, bounds: [-57, -35, -56, -34] },
  social: [],
  demo: null,
});
export async function signIn(user: Me, appcat: 'taxi' | 'delivery' = 'taxi') {
  answers['GET /auth/session'] = () => json({ user });
  answers['GET /settings'] = () => json(operator(appcat));
  await Promise.all([store.dispatch(fetchUser()), store.dispatch(fetchSettings())]);
}

/**
 * Call it once in a test file: loads texts and starts the mocked server before all tests, and resets the form before
 * each.
 */
export function prepareBookingForm(): void {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
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
    for (const call of Object.keys(answers)) Reflect.deleteProperty(answers, call);
    quotes = 0;
    store.dispatch(clearEstimate());
    store.dispatch(clearBooking());
    store.dispatch(clearTripPoints());
    store.dispatch(updateTripPickup(pickup));
    store.dispatch(updateTripDrop(drop));
    store.dispatch(updateTripCar(plain.id));
    await signIn(aUser());
    asked.length = 0;
  });
  afterEach(() => void vi.useRealTimers());
}

/** Receives the form's validation errors. */
export const issues = vi.fn();
function Form(props: Partial<BookingDialogsProps>) {
  const [attempt, setAttempt] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setAttempt(attempt + 1)}>
        Book
      </button>
      <BookingDialogs
        attempt={attempt}
        isLoading={false}
        onBusy={() => undefined}
        onIssues={issues}
        entries={{}}
        cars={[plain, van]}
        driversNearby={2}
        {...props}
      />
    </>
  );
}
/** The form in everything that it needs, for `show` and for rendering it again with other props. */
export const formWith = (props: Partial<BookingDialogsProps> = {}) => (
  <Provider store={store}>
    {/* The theme sets how dialogs that follow each other close. */}
    <KerbThemeProvider>
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<Form {...props} />} />
          <Route path="/bookings" element={<p>The list of bookings</p>} />
        </Routes>
      </MemoryRouter>
    </KerbThemeProvider>
  </Provider>
);
export const show = (props: Partial<BookingDialogsProps> = {}) => render(formWith(props));
/** Waits until the button is enabled, then clicks it. */
export async function press(name: string | RegExp): Promise<void> {
  const button = await waitFor(() => {
    const found = screen.getByRole('button', { name });
    if (!isPressable(found)) throw new Error('It cannot be pressed yet');
    return found;
  });
  fireEvent.click(button);
}
export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const estimateDialog = () => screen.findByRole('dialog', { name: 'Your fare' });
export const posted = () => bodies('POST /bookings');

export async function quoted(props: Partial<BookingDialogsProps> = {}, first = aQuote()) {
  answers['POST /estimates'] ??= () => json(first, 201);
  show(props);
  await press('Book');
  await estimateDialog();
  return first;
}
