// Tests that each slice has the states of the specification.
import { describe, expect, it } from 'vitest';
import { type Client, createClient } from '../client/index.ts';
import {
  clearBooking,
  clearEstimate,
  clearTripPoints,
  createKerbStore,
  fetchBookings,
  fetchSettings,
  fetchTasks,
  getEstimate,
  signOut,
  updateTripCar,
  updateTripPickup,
  updateTripWhen,
} from './index.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refuse = (code: string, status = 422) => json({ code, status }, status);

function storeAnswering(...replies: Response[]) {
  const client: Client = createClient({
    baseUrl: 'http://kerb.test',
    fetch: async () => replies.shift() ?? refuse('internal', 500),
  });
  return createKerbStore({ client });
}

/** A store whose calls await the response that the test gives to each of them, in the order of the calls. */
function storeAwaiting() {
  const calls: ((response: Response) => void)[] = [];
  const client: Client = createClient({
    baseUrl: 'http://kerb.test',
    fetch: () => new Promise((resolve) => calls.push(resolve)),
  });
  const answer = (call: number, body: unknown) => calls[call]?.(json(body));
  return { store: createKerbStore({ client }), answer };
}
const booking = (id: string, status: string) => ({ id, status, followOn: null });
const journey = {
  pickup: { lat: 0, lng: 0, add: 'a' },
  drop: { lat: 0, lng: 1, add: 'b' },
  carType: '0190aaaa-0000-7000-8000-000000000001',
};

describe('a data slice', () => {
  it('loads, then stores the data', async () => {
    const store = storeAnswering(json({ appName: 'Kerb' }));
    const done = store.dispatch(fetchSettings());
    expect(store.getState().settingsdata.loading).toBe(true);
    await done;
    expect(store.getState().settingsdata).toEqual({
      settings: { appName: 'Kerb' },
      loading: false,
      error: { flag: false, msg: null },
    });
  });

  it('clears its data and stores the error code when the call fails', async () => {
    const store = storeAnswering(json({ id: 'e1' }), refuse('no_route_found'));
    await store.dispatch(getEstimate(journey));
    await store.dispatch(getEstimate(journey));
    expect(store.getState().estimatedata).toEqual({
      estimate: null,
      loading: false,
      error: { flag: true, msg: 'no_route_found' },
    });
  });

  it('drops a response that arrives after it was cleared', async () => {
    const store = storeAnswering(json({ id: 'e1' }));
    const done = store.dispatch(getEstimate(journey));
    store.dispatch(clearEstimate());
    await done;
    expect(store.getState().estimatedata.estimate).toBeNull();
    store.dispatch(clearBooking());
    expect(store.getState().bookingdata.booking).toBeNull();
  });

  it.each([
    ['in the order of the requests', [0, 1]],
    ['in the reverse order', [1, 0]],
  ])('stores only the response of the newest of two overlapping fetches, %s', async (_, order) => {
    const { store, answer } = storeAwaiting();
    const calls = [store.dispatch(fetchTasks()), store.dispatch(fetchTasks())];
    for (const call of order) {
      answer(call, { items: [{ id: `task ${call}` }] });
      await calls[call];
      const isAwaited = call === 0 && order[0] === 0;
      expect(store.getState().taskdata.loading).toBe(isAwaited);
    }
    expect(store.getState().taskdata).toEqual({
      tasks: [{ id: 'task 1' }],
      loading: false,
      error: { flag: false, msg: null },
    });
  });

  it('drops the response of a fetch before a reset while a new fetch awaits its response', async () => {
    const { store, answer } = storeAwaiting();
    const outdated = store.dispatch(getEstimate(journey));
    store.dispatch(clearEstimate());
    const current = store.dispatch(getEstimate(journey));
    answer(0, { id: 'outdated' });
    await outdated;
    expect(store.getState().estimatedata).toMatchObject({ estimate: null, loading: true });
    answer(1, { id: 'current' });
    await current;
    expect(store.getState().estimatedata).toMatchObject({ estimate: { id: 'current' }, loading: false });
  });

  it("does not store the previous user's list for the next user", async () => {
    const { store, answer } = storeAwaiting();
    const previous = store.dispatch(fetchBookings());
    const ending = store.dispatch(signOut());
    answer(1, {});
    await ending;
    const next = store.dispatch(fetchBookings());
    answer(0, { items: [booking('previous', 'NEW')], nextCursor: null });
    await previous;
    expect(store.getState().bookinglistdata).toMatchObject({ bookings: null, loading: true });
    answer(2, { items: [booking('next', 'NEW')], nextCursor: null });
    await next;
    expect(store.getState().bookinglistdata.bookings?.map(({ id }) => id)).toEqual(['next']);
  });

  it('separates active and tracked bookings from finished ones', async () => {
    const items = [
      booking('1', 'NEW'),
      booking('2', 'STARTED'),
      booking('3', 'COMPLETE'),
      booking('4', 'PAID'),
    ];
    const store = storeAnswering(json({ items, nextCursor: null }));
    await store.dispatch(fetchBookings());
    const { active, tracked } = store.getState().bookinglistdata;
    expect(active.map(({ id }) => id)).toEqual(['1', '2', '4']);
    expect(tracked?.id).toBe('2');
  });
});

describe('clearing the trip points', () => {
  it('moves the drop to the pickup without an address, and clears the car and the time', () => {
    const store = storeAnswering();
    store.dispatch(updateTripPickup({ lat: 1, lng: 2, add: 'here' }));
    store.dispatch(updateTripCar('car'));
    store.dispatch(updateTripWhen({ bookLater: true, tripdate: 1 }));
    store.dispatch(clearTripPoints());
    expect(store.getState().tripdata).toEqual({
      uid: null,
      pickup: { lat: 1, lng: 2, add: 'here' },
      drop: { lat: 1, lng: 2, add: '' },
      waypoints: [],
      carType: null,
      selected: 'pickup',
      bookLater: false,
      tripdate: null,
    });
  });
});
