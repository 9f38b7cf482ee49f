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
  getEstimate,
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
