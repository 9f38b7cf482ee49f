// Tests the slices of the car's position and of this device's position.
import { expect, it } from 'vitest';
import { createClient } from '../../client/index.ts';
import { createKerbStore } from '../index.ts';
import {
  bookingLocationMoved,
  fetchBookingLocations,
  gpsAsked,
  gpsFailed,
  joinLocationSlices,
  stopLocationFetch,
  updateGpsLocation,
} from './index.ts';

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const car = (lat: number) => ({ lat, lng: -56.19, heading: 90, at: 1_000 });
const track = (driver: ReturnType<typeof car> | null) =>
  json({ driver, entries: [], trail: '', ahead: null });
const noError = { flag: false, msg: null };
const missing = { flag: true, msg: 'location_fetch_error' };

function storeAnswering(...replies: (Response | Promise<Response>)[]) {
  const client = createClient({
    baseUrl: 'http://kerb.test',
    fetch: async () => replies.shift() ?? json({ code: 'internal', status: 500 }, 500),
  });
  const store = createKerbStore({ client });
  joinLocationSlices(store);
  const location = () => store.getState().locationdata;
  return { store, location };
}

it('locationdata loads, stores the position of the car, and follows it', async () => {
  const { store, location } = storeAnswering(track(car(1)));
  const reading = store.dispatch(fetchBookingLocations('b1'));
  expect(location()).toMatchObject({ coords: null, loading: true });
  await reading;
  expect(location()).toMatchObject({ booking: 'b1', coords: car(1), loading: false, error: noError });
  store.dispatch(bookingLocationMoved({ booking: 'b1', coords: car(2) }));
  store.dispatch(bookingLocationMoved({ booking: 'another', coords: car(3) }));
  expect(location()?.coords).toEqual(car(2));
});

it('a missing or empty location is location_fetch_error until a position arrives', async () => {
  const refused = json({ code: 'location_fetch_error', status: 404 }, 404);
  const { store, location } = storeAnswering(track(car(1)), refused, track(null));
  await store.dispatch(fetchBookingLocations('b1'));
  await store.dispatch(fetchBookingLocations('b1'));
  expect(location()).toMatchObject({ coords: null, loading: false, error: missing });
  await store.dispatch(fetchBookingLocations('b1'));
  expect(location()).toMatchObject({ coords: null, error: missing });
  store.dispatch(bookingLocationMoved({ booking: 'b1', coords: car(2) }));
  expect(location()).toMatchObject({ coords: car(2), error: noError });
});

it('stopping the location fetch resets it, and later responses are dropped', async () => {
  const { store, location } = storeAnswering(track(car(1)));
  const reading = store.dispatch(fetchBookingLocations('b1'));
  store.dispatch(stopLocationFetch());
  await reading;
  expect(location()).toEqual({
    booking: null,
    coords: null,
    request: null,
    loading: false,
    error: noError,
  });
});

it('drops the response for a booking shown before', async () => {
  let answer: (response: Response) => void = () => undefined;
  const late = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const { store, location } = storeAnswering(late, track(car(2)));
  const first = store.dispatch(fetchBookingLocations('b1'));
  await store.dispatch(fetchBookingLocations('b2'));
  answer(track(car(1)));
  await first;
  expect(location()).toMatchObject({ booking: 'b2', coords: car(2) });
});

it('gpsdata waits for the device, and stores only its coordinates', () => {
  const { store } = storeAnswering();
  const gps = () => store.getState().gpsdata;
  store.dispatch(gpsAsked());
  expect(gps()).toEqual({ location: null, loading: true, error: noError });
  store.dispatch(updateGpsLocation(car(1)));
  expect(gps()).toEqual({ location: { lat: 1, lng: -56.19 }, loading: false, error: noError });
  store.dispatch(gpsFailed('location_fetch_error'));
  expect(gps()).toEqual({ location: null, loading: false, error: missing });
});
