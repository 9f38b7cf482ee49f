// Tests that the trip being booked survives a reload, and that invalid stored data is ignored.
import type { Me } from '@kerb/contract';
import { createClient } from '@kerb/sdk/client';
import {
  createKerbStore,
  fetchUser,
  signOut,
  updateTripCar,
  updateTripDrop,
  updateTripPickup,
  updateTripWaypoints,
  updateTripWhen,
} from '@kerb/sdk/store';
import { aUser, testId } from '@kerb/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { persistTrip } from './stored-trip.ts';

const here = { lat: -34.9, lng: -56.1, add: 'Here' };
const there = { lat: -34.8, lng: -56.2, add: 'There' };
const between = { lat: -34.85, lng: -56.15, add: 'Between' };

/** The user of the session; null without one. */
let user: Me | null = null;
/** Opens a page: a new store, and the storage of the tab. */
function openPage() {
  const fetch = async (address: string) =>
    address.endsWith('/auth/session')
      ? Response.json({ user, secondFactor: null })
      : new Response(null, { status: 204 });
  const client = createClient({ baseUrl: '', fetch });
  const store = createKerbStore({ client });
  persistTrip(store);
  return store;
}
const empty = openPage().getState().tripdata;

beforeEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  user = null;
});

describe('the stored trip', () => {
  it('is restored after a reload', () => {
    const before = openPage();
    before.dispatch(updateTripPickup(here));
    before.dispatch(updateTripDrop(there));
    before.dispatch(updateTripWaypoints([between]));
    before.dispatch(updateTripCar('car'));
    before.dispatch(updateTripWhen({ bookLater: true, tripdate: 1_800_000_000_000 }));
    expect(openPage().getState().tripdata).toEqual(before.getState().tripdata);
    expect(openPage().getState().tripdata).toMatchObject({ pickup: here, drop: there, carType: 'car' });
    expect(openPage().getState().tripdata).toMatchObject({ bookLater: true, tripdate: 1_800_000_000_000 });
  });

  it('ends with the session of its user', async () => {
    const before = openPage();
    before.dispatch(updateTripPickup(here));
    await before.dispatch(signOut());
    expect(before.getState().tripdata).toEqual(empty);
    expect(openPage().getState().tripdata).toEqual(empty);
  });

  it.each(['on the same page', 'after a reload'])(
    'stays for its user, and not for another one, when the session ended elsewhere: %s',
    async (where) => {
      const first = openPage();
      const next = () => (where === 'after a reload' ? openPage() : first);
      first.dispatch(updateTripPickup(here));
      user = aUser();
      await first.dispatch(fetchUser());
      expect(first.getState().tripdata).toMatchObject({ uid: user.id, pickup: here });
      user = null;
      await first.dispatch(fetchUser());
      user = aUser();
      const again = next();
      await again.dispatch(fetchUser());
      expect(again.getState().tripdata.pickup).toEqual(here);
      user = aUser({ id: testId(0xb0b) });
      const other = next();
      await other.dispatch(fetchUser());
      expect(other.getState().tripdata).toEqual({ ...empty, uid: user.id });
      expect(sessionStorage.getItem('kerb.trip')).not.toContain(here.add);
    },
  );

  it('stays for the next user when a visitor entered it after the session of another had ended', async () => {
    const page = openPage();
    user = aUser();
    await page.dispatch(fetchUser());
    page.dispatch(updateTripPickup(here));
    user = null;
    await page.dispatch(fetchUser());
    page.dispatch(updateTripDrop(there));
    user = aUser();
    await page.dispatch(fetchUser());
    expect(page.getState().tripdata).toMatchObject({ uid: user.id, pickup: here, drop: there });
  });

  it.each([
    '{',
    'null',
    '7',
    '[{"lat":1,"lng":2,"add":"x"},null,"car"]',
    '{"pickup":1,"drop":{"lat":"1","lng":2,"add":"x"},"waypoints":{},"carType":{},"bookLater":1,"tripdate":"1"}',
    '{"pickup":null,"drop":{"lat":1},"waypoints":[7,null,{"lat":1,"lng":2}],"selected":"drop"}',
  ])('is empty when the storage holds %s', (stored) => {
    sessionStorage.setItem('kerb.trip', stored);
    expect(openPage().getState().tripdata).toEqual(empty);
  });

  it('restores the valid parts of a damaged one', () => {
    const damaged = { pickup: here, drop: 7, waypoints: [between, 'x'], carType: 'car', tripdate: 'soon' };
    sessionStorage.setItem('kerb.trip', JSON.stringify(damaged));
    expect(openPage().getState().tripdata).toEqual({
      ...empty,
      pickup: here,
      waypoints: [between],
      carType: 'car',
    });
  });

  it('lasts until the page is closed when storage is unavailable', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const page = openPage();
    page.dispatch(updateTripPickup(here));
    expect(page.getState().tripdata.pickup).toEqual(here);
  });
});
