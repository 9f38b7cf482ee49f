// Tests live events and connection states: which responses they refetch, and which topics are subscribed.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { joinedState } from './joined-state.ts';
import { joinedStore, json, refuse } from './testing/joined-store.ts';
import { page, readPromos, shownPromos } from './testing/shown-promos.ts';

const booking = '0190aaaa-0000-7000-8000-000000000001';
const other = '0190aaaa-0000-7000-8000-000000000002';
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a live event', () => {
  const promos = () => {
    let version = 0;
    return joinedStore((call) => {
      version += 1;
      return call.startsWith('GET /promos')
        ? json(page(`${version}`))
        : json({ items: [], nextCursor: null });
    });
  };

  it('refetches the affected data in each tab that shows it, and nothing else', async () => {
    const tabs = [promos(), promos()];
    for (const tab of tabs) {
      await readPromos(tab, '');
      const { initiate } = tab.answers.endpoints.listUsers;
      await tab.store.dispatch(initiate());
      expect(tab.live.topics()).toEqual(['bookings', 'catalog', 'people']);
      tab.live.publish('catalog', 'catalog.changed', { what: 'promos' });
      await settled();
      expect(tab.calls).toEqual(['GET /promos?q=', 'GET /users', 'GET /promos?q=']);
      expect(shownPromos(tab, '')).toEqual(['3']);
    }
  });

  it('is subscribed to only while a response is cached', async () => {
    const tab = promos();
    const reading = readPromos(tab, '');
    await reading;
    reading.unsubscribe();
    await vi.advanceTimersByTimeAsync(61_000);
    expect(tab.live.topics()).toEqual([]);
  });

  it('for one booking does not refetch another', async () => {
    const tab = joinedStore(() => json({}));
    const { getBooking } = tab.answers.endpoints;
    for (const id of [booking, other]) await tab.store.dispatch(getBooking.initiate({ params: { id } }));
    expect(tab.live.topics()).toEqual([`booking:${booking}`, `booking:${other}`]);
    tab.live.publish(`booking:${booking}`, 'booking.changed', { booking_id: booking, status: 'ARRIVED' });
    await settled();
    expect(tab.calls.slice(2)).toEqual([`GET /bookings/${booking}`]);
  });

  it('in a burst causes one refetch at once and one at the end', async () => {
    const tab = promos();
    await readPromos(tab, '');
    const change = () => tab.live.publish('catalog', 'catalog.changed', { what: 'promos' });
    for (let count = 0; count < 5; count += 1) {
      change();
      await settled();
    }
    expect(tab.calls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(tab.calls).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.calls).toHaveLength(3);
  });

  it('for a booking refetches the promo uses at most every five seconds', async () => {
    const tab = promos();
    await readPromos(tab, '');
    for (let count = 0; count < 3; count += 1) {
      tab.live.publish('bookings', 'booking.created', { booking_id: booking });
      await vi.advanceTimersByTimeAsync(2_000);
    }
    expect(tab.calls).toHaveLength(3);
  });

  it('for a booking refetches the drivers on duty at most every three seconds, and its search', async () => {
    const tab = joinedStore(() => json({ items: [] }));
    const { getSearch, liveDrivers } = tab.answers.endpoints;
    await tab.store.dispatch(liveDrivers.initiate());
    await tab.store.dispatch(getSearch.initiate({ params: { id: booking } }));
    const reads = (path: string) => tab.calls.filter((call) => call === `GET ${path}`).length;
    for (let count = 0; count < 3; count += 1) {
      tab.live.publish('bookings', 'booking.changed', { booking_id: booking, status: 'ACCEPTED' });
      await vi.advanceTimersByTimeAsync(1_400);
    }
    expect(reads('/drivers/live')).toBe(3);
    expect(reads(`/bookings/${booking}/search`)).toBe(4);
  });

  it('for a booking refetches the caller at the phone desk at most every five seconds', async () => {
    const tab = joinedStore(() => json({}));
    await tab.store.dispatch(tab.answers.endpoints.getRiderAtDesk.initiate({ params: { id: other } }));
    expect(tab.live.topics()).toEqual(['bookings']);
    for (let count = 0; count < 3; count += 1) {
      tab.live.publish('bookings', 'booking.changed', { booking_id: booking, status: 'CANCELLED' });
      await vi.advanceTimersByTimeAsync(2_000);
    }
    expect(tab.calls).toEqual(Array(3).fill(`GET /phone-desk/riders/${other}`));
  });

  it('for an offer that ended refetches the acceptance rate, in which it counts', async () => {
    const tab = joinedStore(() => json({}));
    const { getStanding, getMyDay } = tab.answers.endpoints;
    await tab.store.dispatch(getStanding.initiate());
    await tab.store.dispatch(getMyDay.initiate({ query: {} }));
    expect(tab.live.topics()).toEqual(['me', 'tasks']);
    tab.live.publish('tasks', 'task.offered', { booking_id: booking });
    await settled();
    expect(tab.calls).toHaveLength(2);
    tab.live.publish('tasks', 'task.withdrawn', { booking_id: booking });
    await settled();
    expect(tab.calls.slice(2)).toEqual(tab.calls.slice(0, 2));
  });

  it('for a booking or a payment refetches the earnings at most once a minute', async () => {
    const tab = joinedStore(() => json({ items: [] }));
    const { getEarnings, getDriverEarnings } = tab.answers.endpoints;
    await tab.store.dispatch(getEarnings.initiate({ query: {} }));
    await tab.store.dispatch(getDriverEarnings.initiate({ query: {} }));
    expect(tab.live.topics()).toEqual(['bookings', 'money']);
    for (let count = 0; count < 4; count += 1) {
      tab.live.publish('bookings', 'booking.changed', { booking_id: booking, status: 'PAID' });
      tab.live.publish('money', 'payment.changed', {});
      await vi.advanceTimersByTimeAsync(10_000);
    }
    const both = ['GET /reports/earnings', 'GET /reports/driver-earnings'];
    expect(tab.calls).toEqual([...both, ...both]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(tab.calls).toEqual([...both, ...both, ...both]);
  });
});

describe('a payment that changed', () => {
  it.each(['me', 'money'])(
    'on the topic %s refetches the payments of its booking, and no other',
    async (topic) => {
      const tab = joinedStore(() => json({}));
      const { getBooking, getBookingMoney } = tab.answers.endpoints;
      await tab.store.dispatch(getBooking.initiate({ params: { id: booking } }));
      for (const id of [booking, other])
        await tab.store.dispatch(getBookingMoney.initiate({ params: { id } }));
      expect(tab.live.topics()).toEqual([`booking:${booking}`, `booking:${other}`, 'me', 'money']);
      tab.calls.length = 0;
      tab.live.publish(topic, 'payment.changed', { payment: 'p1', booking, status: 'failed' });
      await settled();
      expect(tab.calls.sort()).toEqual([`GET /bookings/${booking}`, `GET /bookings/${booking}/money`]);
    },
  );

  it('without a booking refetches no payments of bookings', async () => {
    const tab = joinedStore(() => json({}));
    await tab.store.dispatch(tab.answers.endpoints.getBookingMoney.initiate({ params: { id: booking } }));
    tab.live.publish('me', 'payment.changed', { payment: 'p1', booking: null, status: 'failed' });
    await settled();
    expect(tab.calls).toHaveLength(1);
  });
});

it('of a wallet that changed refetches the page of its owner, and that of no other person', async () => {
  const tab = joinedStore(() => json({}));
  const { getUser, getUserWallet } = tab.answers.endpoints;
  for (const id of [booking, other]) {
    await tab.store.dispatch(getUser.initiate({ params: { id } }));
    await tab.store.dispatch(getUserWallet.initiate({ params: { id } }));
  }
  expect(tab.live.topics()).toContain('money');
  tab.calls.length = 0;
  tab.live.publish('money', 'me.changed', { uid: other });
  await settled();
  expect(tab.calls.sort()).toEqual([`GET /users/${other}`, `GET /users/${other}/wallet`]);
});

describe('an action of a dispatcher', () => {
  it('refetches the caller at the phone desk: a booking, a series and the notes about the rider', async () => {
    const tab = joinedStore(() => json({}));
    const { getRiderAtDesk, cancelBooking, stopRecurringBooking, editRiderNotes } = tab.answers.endpoints;
    const reads = () => tab.calls.filter((call) => call === `GET /phone-desk/riders/${other}`).length;
    await tab.store.dispatch(getRiderAtDesk.initiate({ params: { id: other } }));
    await tab.store.dispatch(cancelBooking.initiate({ params: { id: booking }, body: { reason: 'Other' } }));
    await settled();
    expect(reads()).toBe(2);
    await tab.store.dispatch(
      stopRecurringBooking.initiate({ params: { id: booking }, body: { cancelBooked: true } }),
    );
    await settled();
    expect(reads()).toBe(3);
    await tab.store.dispatch(editRiderNotes.initiate({ params: { id: other }, body: { notes: 'A ramp' } }));
    await settled();
    expect(reads()).toBe(4);
  });
});

describe('a position', () => {
  const track = { driver: null, entries: [], trail: 'abc', ahead: null };
  const car = { lat: -34.9, lng: -56.2, heading: null, at: 5 };

  it('moves the car of its booking without a refetch', async () => {
    const tab = joinedStore(() => json(track));
    const { trackBooking } = tab.answers.endpoints;
    const at = (id: string) =>
      trackBooking.select({ params: { id } })(joinedState(tab.store.getState())).data?.driver;
    for (const id of [booking, other]) await tab.store.dispatch(trackBooking.initiate({ params: { id } }));
    tab.live.send({ type: 'position', topic: `booking:${booking}`, driver: 'd1', ...car });
    expect(at(booking)).toEqual(car);
    expect(at(other)).toBeNull();
    expect(tab.calls).toHaveLength(2);
  });

  it('causes a refetch when the track could not be read before', async () => {
    let isKnown = false;
    const tab = joinedStore(() =>
      isKnown ? json({ ...track, driver: car }) : refuse('location_fetch_error', 404),
    );
    const { trackBooking } = tab.answers.endpoints;
    await tab.store.dispatch(trackBooking.initiate({ params: { id: booking } }));
    isKnown = true;
    tab.live.send({ type: 'position', topic: `booking:${booking}`, driver: 'd1', ...car });
    await settled();
    const shown = trackBooking.select({ params: { id: booking } })(joinedState(tab.store.getState()));
    expect(shown.data?.driver).toEqual(car);
  });
});

describe('a connection', () => {
  it('refetches everything when it opens for the first time', async () => {
    const joined = joinedStore(() => json(page()));
    joined.live.become('off');
    await readPromos(joined, '');
    joined.live.become('open');
    await settled();
    expect(joined.calls).toHaveLength(2);
  });

  it('refetches only failed requests when it opens again', async () => {
    let isLost = false;
    const joined = joinedStore((call) => {
      if (isLost && call.startsWith('GET /promos')) throw new TypeError('no network');
      return json({ ...page('BACK'), open: 0 });
    });
    await joined.store.dispatch(joined.answers.endpoints.listFareReviews.initiate({ query: {} }));
    isLost = true;
    joined.live.become('waiting');
    await readPromos(joined, '');
    expect(shownPromos(joined, '')).toBe('network_error');
    isLost = false;
    joined.live.become('open');
    await settled();
    expect(shownPromos(joined, '')).toEqual(['BACK']);
    expect(joined.calls.filter((call) => call.startsWith('GET /fare-reviews'))).toHaveLength(1);
  });
});

describe('a deleted user', () => {
  it('is removed from the lists, and not refetched', async () => {
    const joined = joinedStore((call) =>
      call.startsWith('DELETE') ? new Response(null, { status: 204 }) : json(page()),
    );
    const { getUser, listUsers, deleteUser } = joined.answers.endpoints;
    const asked = { params: { id: booking } };
    await joined.store.dispatch(getUser.initiate(asked));
    await joined.store.dispatch(listUsers.initiate());
    await joined.store.dispatch(deleteUser.initiate(asked));
    joined.live.publish('people', 'user.deleted', { uid: booking });
    await settled();
    const reads = joined.calls.filter((call) => call.startsWith('GET'));
    expect(reads.filter((call) => call === `GET /users/${booking}`)).toHaveLength(1);
    expect(reads.filter((call) => call === 'GET /users').length).toBeGreaterThan(1);
  });
});
