// Tests the queue with a server that is reachable or not, accepts or rejects steps, and a phone that restarts in
// between.
import type { BookingView } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import { ApiError } from '@kerb/sdk/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryQueueStore, type QueueStore } from './queue-store.ts';
import type { QueuedStep, StepKind } from './queued-step.ts';
import { bookingView, driver, trip } from './testing/queue-builders.ts';
import { createTripQueue, type TakenStep, type TripQueue } from './trip-queue.ts';
import { stepsOfTrip } from './use-trip-queue.ts';

vi.mock('./app-queue.ts', () => ({ appQueue: {} }));

const noNetwork = new ApiError({ status: 0, code: 'network_error' });
const refusedFor = (status: number, code: ApiError['code'], retryAfterSeconds?: number) =>
  new ApiError({ status, code, retryAfterSeconds });
const statusAfter = new Map<StepKind, BookingStatus>([
  ['arrive', 'ARRIVED'],
  ['start', 'STARTED'],
  ['reach', 'REACHED'],
  ['collect', 'PAID'],
]);

/** A server, and phones of one driver that share `store`. */
function world() {
  const store = memoryQueueStore();
  const at = {
    store,
    online: true,
    reachable: true,
    booking: bookingView(),
    /** Whether the server shows the booking to the driver. */
    isShown: true,
    refuse: null as ApiError | null,
    /** Requests that reached the server, in order. */
    received: [] as string[],
    keys: new Map<string, string>(),
    bookings: [] as BookingView[],
    answerLost: false,
  };
  const answer = (step: QueuedStep): BookingView => {
    at.received.push(step.kind);
    // A repeated idempotency key has no further effect and returns the same response.
    if (at.keys.has(step.key)) return at.booking;
    if (at.refuse) throw at.refuse;
    at.keys.set(step.key, step.kind);
    const status = statusAfter.get(step.kind);
    if (status) at.booking = { ...at.booking, status };
    return at.booking;
  };
  let keys = 0;
  const phone = (queueStore: QueueStore = store, whose = driver): TripQueue =>
    createTripQueue({
      store: queueStore,
      driver: whose,
      async sendStep(step) {
        if (!at.reachable) throw noNetwork;
        const booking = answer(step);
        if (at.answerLost) throw noNetwork;
        return booking;
      },
      async sendPositions(_booking, positions) {
        if (!at.reachable) throw noNetwork;
        at.received.push(`positions ${positions.map(({ at }) => at).join(' ')}`);
      },
      async readBooking() {
        if (!at.reachable) throw noNetwork;
        if (!at.isShown) throw new ApiError({ status: 404, code: 'not_found' });
        return at.booking;
      },
      onBooking: (booking) => at.bookings.push(booking),
      isOnline: () => at.online,
      alone: (run) => run(),
      notifyTabs: () => undefined,
      key: () => `key-${++keys}`,
      now: () => Date.now(),
      random: () => 1,
    });
  return Object.assign(at, { phone });
}

const step = (kind: TakenStep['kind'], change: Partial<TakenStep> = {}): TakenStep => ({
  booking: trip,
  kind,
  at: Date.now(),
  location: null,
  ...change,
});
const shown = (queue: TripQueue) => stepsOfTrip(queue.state(), trip);

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a failed network', () => {
  it('is reported after a failed attempt, until an attempt succeeds', async () => {
    const at = world();
    at.reachable = false;
    const phone = at.phone();
    await phone.take(step('arrive'));
    expect(shown(phone).networkFailed).toBe(false);
    await settle();
    expect(shown(phone)).toMatchObject({ waiting: [{ kind: 'arrive' }], networkFailed: true });
    at.reachable = true;
    await phone.send(true);
    expect(shown(phone)).toMatchObject({ waiting: [], networkFailed: false });
  });

  it('is reported at once on an offline device', async () => {
    const at = world();
    at.online = false;
    const phone = at.phone();
    await phone.take(step('arrive'));
    expect(shown(phone)).toMatchObject({ waiting: [{ kind: 'arrive' }], networkFailed: true });
  });
});

describe('the queue', () => {
  it('sends a step at once, and does not show it as queued while it is being sent', async () => {
    const at = world();
    const phone = at.phone();
    const taking = phone.take(step('arrive'));
    await taking;
    await settle();
    expect(at.received).toEqual(['arrive']);
    expect(at.bookings.at(-1)?.status).toBe('ARRIVED');
    expect(shown(phone)).toEqual({
      waiting: [],
      refused: null,
      behind: 0,
      fresh: null,
      networkFailed: false,
    });
  });

  it('retains steps that were not sent before the session ended, for the same driver only', async () => {
    const at = world();
    at.refuse = refusedFor(401, 'not_logged_in');
    const before = at.phone();
    await before.take(step('arrive', { at: 10 }));
    await before.take(step('start', { at: 20 }));
    await settle();
    expect(shown(before)).toMatchObject({ waiting: [{ kind: 'arrive' }, { kind: 'start' }], refused: null });
    const [first, second] = await at.store.steps(driver);
    before.stop();
    at.refuse = null;
    at.received = [];
    const another = at.phone(at.store, 'another');
    await another.refresh();
    await another.send(true);
    expect([at.received, another.state().steps]).toEqual([[], []]);
    another.stop();
    const again = at.phone();
    await again.refresh();
    await again.send(true);
    expect(at.received).toEqual(['arrive', 'start']);
    expect([...at.keys.keys()]).toEqual([first?.key, second?.key]);
    expect(await at.store.steps(driver)).toEqual([]);
  });

  it('stores steps and positions while offline, and sends each once and in order when back online', async () => {
    const at = world();
    at.online = false;
    const phone = at.phone();
    await phone.take(step('arrive', { at: 10 }));
    await phone.keepPosition(trip, { lat: 0, lng: 0, at: 15 });
    await phone.take(step('start', { at: 20 }));
    await phone.keepPosition(trip, { lat: 0, lng: 0, at: 25 });
    await phone.keepPosition(trip, { lat: 0, lng: 0, at: 28 });
    await phone.take(step('reach', { at: 30 }));
    await settle();
    expect(at.received).toEqual([]);
    expect(shown(phone).waiting.map(({ kind }) => kind)).toEqual(['arrive', 'start', 'reach']);
    at.online = true;
    await phone.send(true);
    expect(at.received).toEqual(['arrive', 'positions 15', 'start', 'positions 25 28', 'reach']);
    expect(shown(phone).waiting).toEqual([]);
    expect(at.booking.status).toBe('REACHED');
  });

  it('resumes after a crash with the same idempotency keys, so that received steps apply once', async () => {
    const at = world();
    at.answerLost = true;
    const before = at.phone();
    await before.take(step('arrive'));
    await settle();
    expect(at.received).toEqual(['arrive']);
    before.stop();
    at.answerLost = false;
    const after = at.phone();
    await after.refresh();
    expect(shown(after).waiting).toHaveLength(1);
    await after.send(true);
    expect(at.received).toEqual(['arrive', 'arrive']);
    expect(at.keys.size).toBe(1);
    expect(shown(after).waiting).toEqual([]);
  });

  it('retries automatically, with increasing pauses', async () => {
    const at = world();
    at.reachable = false;
    const phone = at.phone();
    await phone.take(step('arrive'));
    await settle();
    expect(phone.state().retryAt).toBe(1_000_000 + 1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(phone.state().retryAt).toBe(1_001_000 + 2_000);
    at.reachable = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(at.received).toEqual(['arrive']);
    expect(phone.state().retryAt).toBeNull();
  });

  it('waits as long as the server specifies, also when the network is restored meanwhile', async () => {
    const at = world();
    at.refuse = refusedFor(429, 'too_many_requests', 20);
    const phone = at.phone();
    await phone.take(step('arrive'));
    await settle();
    at.refuse = null;
    await phone.send(true);
    expect(at.received).toEqual(['arrive']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(at.received).toEqual(['arrive', 'arrive']);
    expect(at.booking.status).toBe('ARRIVED');
  });

  it('shows a step as queued when sending takes long', async () => {
    const at = world();
    let answer: (booking: BookingView) => void = () => undefined;
    const slow = createTripQueue({
      store: at.store,
      driver,
      alone: (run) => run(),
      notifyTabs: () => undefined,
      key: () => 'k',
      onBooking: () => undefined,
      isOnline: () => true,
      now: () => Date.now(),
      random: () => 1,
      sendStep: () => new Promise((resolve) => (answer = resolve)),
      sendPositions: async () => undefined,
      readBooking: async () => at.booking,
    });
    await slow.take(step('arrive'));
    await settle();
    expect(shown(slow)).toMatchObject({ waiting: [], fresh: { kind: 'arrive' } });
    await vi.advanceTimersByTimeAsync(2_500);
    // A slow request has not failed.
    expect(shown(slow)).toMatchObject({ waiting: [{ kind: 'arrive' }], fresh: null, networkFailed: false });
    answer(at.booking);
    await settle();
    expect(shown(slow)).toMatchObject({ waiting: [], fresh: null });
  });

  it('clears the failure after a disconnection without queued steps', async () => {
    const at = world();
    at.online = false;
    const phone = at.phone();
    await phone.send(true);
    expect(phone.state().networkFailed).toBe(true);
    at.online = true;
    await phone.send(true);
    expect(phone.state().networkFailed).toBe(false);
  });

  it('accepts the same step of the same trip once', async () => {
    const at = world();
    at.online = false;
    const phone = at.phone();
    await phone.take(step('arrive'));
    await phone.take(step('arrive'));
    expect(shown(phone).waiting).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it('of a trip code stops the trip until the corrected code is sent with the original time', async () => {
    const at = world();
    at.booking = bookingView({ status: 'ARRIVED' });
    at.online = false;
    const phone = at.phone();
    await phone.take(step('start', { at: 20, otp: '11111' }));
    await phone.take(step('reach', { at: 30 }));
    at.online = true;
    at.refuse = refusedFor(422, 'trip_otp_wrong');
    await phone.send(true);
    expect(at.received).toEqual(['start']);
    expect(shown(phone)).toMatchObject({
      refused: { kind: 'start', refusal: { code: 'trip_otp_wrong' } },
      behind: 1,
      waiting: [],
    });
    at.refuse = null;
    await phone.take(step('start', { at: 99, otp: '12345' }));
    await settle();
    expect(at.received).toEqual(['start', 'start', 'reach']);
    expect(at.booking.status).toBe('REACHED');
  });

  it('of a trip code ends with the trip when it is cancelled', async () => {
    const at = world();
    at.booking = bookingView({ status: 'ARRIVED' });
    const phone = at.phone();
    at.refuse = refusedFor(422, 'trip_otp_wrong');
    await phone.take(step('start', { otp: '11111' }));
    await settle();
    expect(shown(phone).refused).not.toBeNull();
    await phone.storeBooking(bookingView({ status: 'CANCELLED' }));
    await settle();
    expect(phone.state()).toMatchObject({ steps: [], known: null, lost: null });
  });

  it('of a trip code, with a step behind it, is reported as lost when the trip is cancelled', async () => {
    const at = world();
    at.booking = bookingView({ status: 'ARRIVED' });
    at.online = false;
    const phone = at.phone();
    await phone.take(step('start', { otp: '11111' }));
    await phone.take(step('reach'));
    at.online = true;
    at.refuse = refusedFor(422, 'trip_otp_wrong');
    await phone.send(true);
    await phone.storeBooking(bookingView({ status: 'CANCELLED' }));
    await settle();
    expect(phone.state()).toMatchObject({ steps: [], lost: { booking: trip, why: 'cancelled' } });
  });

  it('of several codes with a pause is retried after the pause', async () => {
    const at = world();
    at.booking = bookingView({ status: 'ARRIVED' });
    const phone = at.phone();
    at.refuse = refusedFor(429, 'too_many_requests', 30);
    await phone.take(step('start', { otp: '11111' }));
    await settle();
    expect(shown(phone).refused?.refusal?.until).toBe(1_030_000);
    at.refuse = null;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(at.received).toEqual(['start', 'start']);
    expect(shown(phone)).toMatchObject({ refused: null, waiting: [] });
  });

  it('because another phone was first drops the applied steps, and continues with the rest', async () => {
    const at = world();
    at.online = false;
    const phone = at.phone();
    await phone.take(step('arrive'));
    await phone.take(step('start'));
    at.booking = bookingView({ status: 'STARTED' });
    at.refuse = refusedFor(409, 'transition_not_allowed');
    at.online = true;
    await phone.send(true);
    expect(at.received).toEqual(['arrive']);
    expect(shown(phone)).toMatchObject({ waiting: [], refused: null });
    expect(at.bookings.at(-1)?.status).toBe('STARTED');
  });

  it('because the trip was cancelled drops all its steps, and reports the loss', async () => {
    const at = world();
    at.online = false;
    const phone = at.phone();
    await phone.take(step('arrive'));
    await phone.take(step('start'));
    at.booking = bookingView({ status: 'CANCELLED' });
    at.refuse = refusedFor(409, 'transition_not_allowed');
    at.online = true;
    await phone.send(true);
    expect(phone.state()).toMatchObject({ steps: [], lost: { booking: trip, why: 'cancelled' } });
    phone.seen();
    expect(phone.state().lost).toBeNull();
  });

  it('is not awaited for a trip that the server no longer shows: its steps and its record are discarded', async () => {
    const at = world();
    at.online = false;
    const phone = at.phone();
    await phone.storeBooking(bookingView());
    await phone.take(step('arrive'));
    await phone.take(step('arrive', { booking: 'another' }));
    at.isShown = false;
    await phone.lose(trip);
    expect(phone.state()).toMatchObject({
      steps: [{ booking: 'another' }],
      known: null,
      lost: { booking: trip, why: 'gone' },
    });
    phone.seen();
    await phone.lose(trip);
    expect(phone.state().lost).toBeNull();
  });

  it('stays queued when only another user of this browser does not see the trip', async () => {
    const at = world();
    at.online = false;
    const phone = at.phone();
    await phone.take(step('arrive'));
    await phone.lose(trip);
    at.reachable = false;
    await phone.lose(trip);
    expect(phone.state()).toMatchObject({ steps: [{ kind: 'arrive' }], lost: null });
  });

  it('is not evaluated before the trip has been reloaded', async () => {
    const at = world();
    const phone = at.phone();
    at.refuse = refusedFor(409, 'transition_not_allowed');
    const read = vi.spyOn(at, 'booking', 'get').mockImplementation(() => {
      throw noNetwork;
    });
    await phone.take(step('arrive'));
    await settle();
    expect(shown(phone)).toMatchObject({ refused: null, waiting: [{ kind: 'arrive' }] });
    read.mockRestore();
  });

  it('can be retried, or discarded together with the steps behind it', async () => {
    const at = world();
    at.online = false;
    const phone = at.phone();
    await phone.take(step('reach', { at: 5 }));
    await phone.take(step('collect', { at: 6 }));
    at.online = true;
    at.refuse = refusedFor(422, 'location_fetch_error');
    await phone.send(true);
    await phone.retry(trip);
    expect(at.received).toEqual(['reach', 'reach']);
    expect(shown(phone)).toMatchObject({ refused: { kind: 'reach' }, behind: 1 });
    await phone.discard(trip);
    expect(phone.state().steps).toEqual([]);
  });
});
