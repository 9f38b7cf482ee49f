// Tests the client data slices by the names of the specification: their data, and their states from fetch to reset.
import { describe, expect, it } from 'vitest';
import { createClient } from '../client/index.ts';
import { fetchMessages, joinChatSlice } from './chat/index.ts';
import {
  fetchNotifications,
  fetchPromos,
  fetchUsers,
  fetchUsersOnce,
  fetchWithdraws,
  joinConsoleSlices,
} from './console/index.ts';
import {
  addBooking,
  clearBooking,
  clearEstimate,
  createKerbStore,
  fetchBookings,
  fetchCarTypes,
  fetchLanguages,
  fetchSettings,
  fetchTasks,
  getEstimate,
  type KerbStore,
  type RootState,
  requestOtp,
  updateSelectedPoint,
  updateTripCar,
  updateTripDrop,
  updateTripPickup,
} from './index.ts';
import { fetchBookingLocations, joinLocationSlices } from './location/index.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const none = { flag: false, msg: null };

/** A store with every slice, whose server returns these responses in order and rejects all further calls. */
function storeAnswering(...replies: Response[]) {
  const client = createClient({
    baseUrl: '',
    retry: { attempts: 1 },
    fetch: async () => replies.shift() ?? json({ code: 'forbidden', status: 403 }, 403),
  });
  const store = createKerbStore({ client });
  for (const join of [joinConsoleSlices, joinChatSlice, joinLocationSlices]) join(store);
  return store;
}

interface Slice {
  slice: keyof RootState;
  /** Name of the data in the specification. */
  data: string;
  fetch: (store: KerbStore) => Promise<unknown>;
  answer: unknown;
  holds: object;
  empty: object;
}

const journey = {
  pickup: { lat: 0, lng: 0, add: 'a' },
  drop: { lat: 0, lng: 1, add: 'b' },
  carType: '0190aaaa-0000-7000-8000-000000000001',
};
const request = { ...journey, estimate: 'e1', paymentPacket: { payment_mode: 'cash' as const } };
const one = [{ id: '1' }];
const page = { items: one, nextCursor: null };
const waiting = { id: '1', status: 'NEW' };
const driven = { id: '2', status: 'STARTED', followOn: null };
const paid = { id: '3', status: 'COMPLETE' };
const spanish = { id: 'l1', langName: 'Español', default: true };
const car = { lat: 1, lng: 2, heading: null, at: 1 };

const slices: Slice[] = [
  {
    slice: 'auth',
    data: 'verificationId',
    answer: { verificationId: 'v1', resendAt: 1 },
    fetch: (store) => store.dispatch(requestOtp('+59899000001')),
    holds: { info: null, verificationId: 'v1' },
    empty: { info: null, verificationId: null },
  },
  {
    slice: 'cartypes',
    data: 'cars',
    answer: page,
    holds: { cars: one },
    empty: { cars: null },
    fetch: (store) => store.dispatch(fetchCarTypes()),
  },
  {
    slice: 'bookinglistdata',
    data: 'bookings, active, tracked',
    fetch: (store) => store.dispatch(fetchBookings()),
    answer: { items: [waiting, driven, paid], nextCursor: null },
    holds: { bookings: [waiting, driven, paid], active: [waiting, driven], tracked: driven },
    empty: { bookings: null, active: [], tracked: null },
  },
  {
    slice: 'estimatedata',
    data: 'estimate',
    answer: { id: 'e1' },
    fetch: (store) => store.dispatch(getEstimate(journey)),
    holds: { estimate: { id: 'e1' } },
    empty: { estimate: null },
  },
  {
    slice: 'bookingdata',
    data: 'booking',
    answer: { booking_id: 'b1' },
    fetch: (store) => store.dispatch(addBooking(request)),
    holds: { booking: { booking_id: 'b1' } },
    empty: { booking: null },
  },
  {
    slice: 'promodata',
    data: 'promos',
    answer: page,
    holds: { promos: one },
    empty: { promos: null },
    fetch: (store) => store.dispatch(fetchPromos({})),
  },
  {
    slice: 'usersdata',
    data: 'users',
    answer: page,
    holds: { users: one },
    empty: { users: null },
    fetch: (store) => store.dispatch(fetchUsers({})),
  },
  {
    slice: 'usersdata',
    data: 'staticusers',
    answer: page,
    fetch: (store) => store.dispatch(fetchUsersOnce({ usertype: 'rider' })),
    holds: { staticusers: one },
    empty: { staticusers: null },
  },
  {
    slice: 'notificationdata',
    data: 'notifications',
    answer: page,
    fetch: (store) => store.dispatch(fetchNotifications({})),
    holds: { notifications: one },
    empty: { notifications: null },
  },
  {
    slice: 'settingsdata',
    data: 'settings',
    answer: { appName: 'Kerb' },
    fetch: (store) => store.dispatch(fetchSettings()),
    holds: { settings: { appName: 'Kerb' } },
    empty: { settings: null },
  },
  {
    slice: 'taskdata',
    data: 'tasks',
    answer: page,
    holds: { tasks: one },
    empty: { tasks: null },
    fetch: (store) => store.dispatch(fetchTasks()),
  },
  {
    slice: 'locationdata',
    data: 'coords',
    answer: { driver: car, entries: [], trail: '', ahead: null },
    fetch: (store) => store.dispatch(fetchBookingLocations('b1')),
    holds: { coords: car },
    empty: { coords: null },
  },
  {
    slice: 'chatdata',
    data: 'messages',
    fetch: (store) => store.dispatch(fetchMessages('b1')),
    answer: { items: [{ id: '1', at: 1 }], nextCursor: null, open: true, unread: 0, readUntil: null },
    holds: { messages: [{ id: '1', at: 1 }] },
    empty: { messages: null },
  },
  {
    slice: 'withdrawdata',
    data: 'withdraws',
    answer: page,
    fetch: (store) => store.dispatch(fetchWithdraws({})),
    holds: { withdraws: one },
    empty: { withdraws: null },
  },
  {
    slice: 'languagedata',
    data: 'langlist, defaultLanguage',
    answer: { items: [spanish] },
    fetch: (store) => store.dispatch(fetchLanguages()),
    holds: { langlist: [spanish], defaultLanguage: spanish },
    empty: { langlist: [], defaultLanguage: null },
  },
];

describe('the client data slices', () => {
  it.each(slices)(
    '$slice holds $data: it loads, has it, and is cleared and flagged by a failure',
    async (row) => {
      const store = storeAnswering(json(row.answer));
      const held = () => store.getState()[row.slice];
      expect(held()).toMatchObject({ ...row.empty, loading: false, error: none });
      const reading = row.fetch(store);
      expect(held()).toMatchObject({ loading: true, error: none });
      await reading;
      expect(held()).toMatchObject({ ...row.holds, loading: false, error: none });
      await row.fetch(store);
      const refused = { flag: true, msg: expect.stringContaining('forbidden') };
      expect(held()).toMatchObject({ ...row.empty, loading: false, error: refused });
    },
  );

  it('tripdata stores pickup, drop, carType and the selected point, by default the pickup', () => {
    const store = storeAnswering();
    expect(store.getState().tripdata).toMatchObject({
      pickup: null,
      drop: null,
      carType: null,
      selected: 'pickup',
    });
    store.dispatch(updateTripPickup(journey.pickup));
    store.dispatch(updateTripDrop(journey.drop));
    store.dispatch(updateTripCar(journey.carType));
    store.dispatch(updateSelectedPoint('drop'));
    expect(store.getState().tripdata).toMatchObject({ ...journey, selected: 'drop' });
  });

  it('estimatedata and bookingdata are emptied by clearEstimate and clearBooking', async () => {
    const store = storeAnswering(json({ id: 'e1' }), json({ booking_id: 'b1' }));
    await store.dispatch(getEstimate(journey));
    await store.dispatch(addBooking(request));
    store.dispatch(clearEstimate());
    expect(store.getState().estimatedata).toEqual({ estimate: null, loading: false, error: none });
    expect(store.getState().bookingdata.booking).toEqual({ booking_id: 'b1' });
    store.dispatch(clearBooking());
    expect(store.getState().bookingdata).toEqual({ booking: null, loading: false, error: none });
  });
});
