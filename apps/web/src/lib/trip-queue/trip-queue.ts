// Queue of a driver's trip: stores steps and positions, sends them in order with idempotency keys, and publishes their
// state.
import type { BookingView, PositionInput } from '@kerb/contract';
import { driverWaits, occupiesDriver } from '@kerb/domain/booking';
import { ApiError } from '@kerb/sdk/client';
import { nextMove } from './next-move.ts';
import { failureOf, pauseAfter } from './outcome.ts';
import type { QueueStore } from './queue-store.ts';
import type { NewStep, QueuedPosition, QueuedStep } from './queued-step.ts';
import { hasHappened, type Loss, lossOf } from './shown-trip.ts';

/** A step as the driver takes it; the queue adds the driver's id and the idempotency key. */
export type TakenStep = Pick<NewStep, 'booking' | 'kind' | 'at' | 'location'> &
  Partial<Pick<NewStep, 'otp' | 'file'>>;

export interface QueueState {
  /** Null until they have been read from the store. */
  readonly steps: readonly QueuedStep[] | null;
  /** Number of queued positions. */
  readonly positions: number;
  /** Id of a step whose first attempt started moments ago; it is not shown as waiting yet. */
  readonly fresh: number | null;
  /** Time of the next attempt after a failure, ms since the epoch. */
  readonly retryAt: number | null;
  /**
   * The last attempt failed, or the device is offline, so that queued items wait. False while the first attempt runs.
   */
  readonly networkFailed: boolean;
  /**
   * Set when the stored trip or queued steps were discarded because the trip was cancelled or reassigned; until the
   * driver has dismissed it.
   */
  readonly lost: { readonly booking: string; readonly why: Loss } | null;
  /** The trip as the server last returned it. */
  readonly known: BookingView | null;
}

export interface QueueDeps {
  readonly store: QueueStore;
  readonly driver: string;
  readonly sendStep: (step: QueuedStep) => Promise<BookingView>;
  readonly sendPositions: (booking: string, positions: readonly PositionInput[]) => Promise<unknown>;
  readonly readBooking: (booking: string) => Promise<BookingView>;
  /** The server accepted a step, or returned the current state of the trip. */
  readonly onBooking: (booking: BookingView) => void;
  /** `navigator.onLine`: false only when the device is sure that it has no network. */
  readonly isOnline: () => boolean;
  /** Runs the function while no other tab of this driver sends. */
  readonly alone: (run: () => Promise<void>) => Promise<void>;
  /** Notifies the driver's other tabs of a change of the queue. */
  readonly notifyTabs: () => void;
  readonly key: () => string;
  readonly now: () => number;
  readonly random: () => number;
}

export interface TripQueue {
  readonly state: () => QueueState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Queues a step, or corrects the rejected step of the same kind, and sends it as soon as possible. */
  readonly take: (taken: TakenStep) => Promise<void>;
  readonly keepPosition: (booking: string, position: PositionInput) => Promise<void>;
  readonly storeBooking: (booking: BookingView) => Promise<void>;
  /**
   * Sends the queue now, or after the current back-off; `networkIsBack` skips the back-off, but not a pause that the
   * server required.
   */
  readonly send: (networkIsBack?: boolean) => Promise<void>;
  /** Sends the booking's rejected step again, with a new idempotency key. */
  readonly retry: (booking: string) => Promise<void>;
  /** Discards the booking's rejected step and all later ones. */
  readonly discard: (booking: string) => Promise<void>;
  /** Discards what is stored of a booking that the server no longer shows to this driver, and reports the loss. */
  readonly lose: (booking: string) => Promise<void>;
  readonly seen: () => void;
  /** Reads the store again after another tab has changed it. */
  readonly refresh: () => Promise<void>;
  readonly stop: () => void;
}

/** A step whose first attempt takes longer than this, in ms, is shown as waiting. */
const slowAttemptMs = 2_500;

export function createTripQueue(deps: QueueDeps): TripQueue {
  const { store, driver, now } = deps;
  let state: QueueState = {
    steps: null,
    positions: 0,
    fresh: null,
    retryAt: null,
    networkFailed: false,
    lost: null,
    known: null,
  };
  let positions: readonly QueuedPosition[] = [];
  let failures = 0;
  /** No request before this time (ms since the epoch), as the server required with Retry-After. */
  let silentUntil = 0;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let slowTimer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const become = (change: Partial<QueueState>) => {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  };
  const clearFresh = () => {
    clearTimeout(slowTimer);
    if (state.fresh !== null) become({ fresh: null });
  };

  const refresh = async () => {
    const [steps, stored, known] = await Promise.all([
      store.steps(driver),
      store.positions(driver),
      store.booking(driver),
    ]);
    positions = stored;
    become({ steps, positions: stored.length, known });
  };
  const changed = async () => {
    await refresh();
    deps.notifyTabs();
  };

  const stepsOf = async (booking: string) =>
    (await store.steps(driver)).filter((step) => step.booking === booking);

  /** Discards the steps of a cancelled trip, and reports the loss unless the driver already knows of it. */
  const dropSteps = (booking: string) =>
    // While no step is being sent: its rejection would be stored again.
    deps.alone(async () => {
      const ofTrip = await stepsOf(booking);
      if (ofTrip.length === 0) return;
      await store.removeSteps(ofTrip.map(({ id }) => id));
      if (ofTrip.some(({ refusal }) => refusal === null)) become({ lost: { booking, why: 'cancelled' } });
      await changed();
    });

  const storeBooking = async (booking: BookingView) => {
    const hasSteps = state.steps?.some((step) => step.booking === booking.id) ?? false;
    // Not awaited, because the queue may be sending, and storing what it learned.
    if (booking.status === 'CANCELLED' && hasSteps) void dropSteps(booking.id);
    const isMine = booking.driver === driver && !driverWaits(booking) && occupiesDriver(booking.status);
    if (!isMine && state.known?.id !== booking.id) return;
    const known = isMine ? booking : null;
    become({ known });
    await store.storeBooking(driver, known);
  };
  const learn = async (booking: BookingView) => {
    deps.onBooking(booking);
    await storeBooking(booking);
  };

  const wakeAt = (at: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void send(), Math.max(0, at - now()));
  };
  const postpone = (notBefore: number | null) => {
    failures += 1;
    silentUntil = notBefore ?? 0;
    const retryAt = Math.max(silentUntil, now() + pauseAfter(failures, deps.random()));
    clearFresh();
    become({ retryAt, networkFailed: true });
    wakeAt(retryAt);
  };
  const resetFailures = () => {
    failures = 0;
    if (state.retryAt !== null || state.networkFailed) become({ retryAt: null, networkFailed: false });
  };

  const readBooking = async (id: string): Promise<BookingView | null> => {
    try {
      return await deps.readBooking(id);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return null;
      throw error;
    }
  };

  /** False only when the server says so to the queue's driver, who may not be the user who is signed in now. */
  async function isShownToDriver(id: string): Promise<boolean> {
    try {
      return (await readBooking(id)) !== null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return true;
    }
  }

  /**
   * Handles a rejected step by the current state of its trip: discards the steps that have already happened, and all of
   * them if the trip was cancelled or reassigned.
   */
  async function refused(step: QueuedStep, refusal: NonNullable<QueuedStep['refusal']>): Promise<void> {
    const booking = await readBooking(step.booking);
    const ofTrip = await stepsOf(step.booking);
    const why = lossOf(booking, driver);
    const status = booking?.status;
    const over = why ? ofTrip : ofTrip.filter(({ kind }) => status && hasHappened(kind, status));
    await store.removeSteps(over.map(({ id }) => id));
    if (!over.some(({ id }) => id === step.id)) await store.putStep({ ...step, refusal });
    if (why) become({ lost: { booking: step.booking, why } });
    if (booking) await learn(booking);
    else if (state.known?.id === step.booking) await store.storeBooking(driver, null);
  }

  async function sendStep(step: QueuedStep): Promise<boolean> {
    try {
      const booking = await deps.sendStep(step);
      await store.removeSteps([step.id]);
      await learn(booking);
    } catch (error) {
      const failure = failureOf(error, now(), step);
      if (failure.kind === 'later') {
        postpone(failure.notBefore);
        return false;
      }
      try {
        await refused(step, failure.refusal);
      } catch (unread) {
        if (!(unread instanceof ApiError)) throw unread;
        postpone(null);
        return false;
      }
    }
    resetFailures();
    await changed();
    clearFresh();
    return true;
  }

  async function sendPositions(batch: readonly QueuedPosition[]): Promise<boolean> {
    const [first] = batch;
    if (!first) return true;
    try {
      await deps.sendPositions(
        first.booking,
        batch.map(({ position }) => position),
      );
    } catch (error) {
      const failure = failureOf(error, now(), null);
      if (failure.kind === 'later') {
        postpone(failure.notBefore);
        return false;
      }
      // The trip is over or unknown: its positions are no longer needed.
    }
    resetFailures();
    await store.removePositions(batch.map(({ id }) => id));
    await refresh();
    return true;
  }

  async function drain(): Promise<void> {
    for (;;) {
      await refresh();
      if (stopped) return;
      if (!deps.isOnline()) {
        clearFresh();
        return become({ networkFailed: true });
      }
      const move = nextMove(state.steps ?? [], positions, now());
      switch (move.do) {
        case 'rest':
          return become({ retryAt: null, networkFailed: false });
        case 'wait':
          return wakeAt(move.until);
        case 'positions':
          if (!(await sendPositions(move.positions))) return;
          break;
        case 'step':
          if (!(await sendStep(move.step))) return;
          break;
      }
    }
  }

  async function run(): Promise<void> {
    do {
      again = false;
      await deps.alone(drain);
    } while (again && !stopped && silentUntil <= now());
  }

  async function send(networkIsBack = false): Promise<void> {
    if (stopped) return;
    if (networkIsBack) failures = 0;
    const notBefore = networkIsBack ? silentUntil : (state.retryAt ?? 0);
    if (notBefore > now()) return wakeAt(notBefore);
    // A call during a running send triggers another pass.
    again = true;
    running ??= run().finally(() => {
      running = null;
    });
    await running;
  }

  const headOf = async (booking: string) =>
    (await stepsOf(booking)).find(({ refusal }) => refusal !== null) ?? null;

  async function take(taken: TakenStep): Promise<void> {
    const { booking, kind } = taken;
    const queued = await store.steps(driver);
    const mine = queued.filter((step) => step.booking === booking);
    const put = { otp: taken.otp ?? null, file: taken.file ?? null, refusal: null, key: deps.key() };
    const refusedOne = mine.find((step) => step.kind === kind && step.refusal !== null);
    if (refusedOne) {
      // A correction keeps the time of the rejected step if later steps are queued; otherwise the step happens now.
      const at = mine.at(-1) === refusedOne ? taken.at : refusedOne.at;
      await store.putStep({ ...refusedOne, ...put, at });
    } else if (mine.some((step) => step.kind === kind && step.file === null)) {
      // Ignores a double tap.
      return;
    } else {
      const step = await store.addStep({ ...taken, ...put, driver });
      if (!deps.isOnline()) become({ networkFailed: true });
      if (deps.isOnline() && queued.length === 0) {
        clearTimeout(slowTimer);
        slowTimer = setTimeout(clearFresh, slowAttemptMs);
        become({ fresh: step.id });
      }
    }
    await changed();
    // The driver's action is a reason to retry without the back-off.
    void send(true);
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    take,
    async keepPosition(booking, position) {
      await store.addPosition({ driver, booking, position });
      become({ positions: state.positions + 1 });
    },
    storeBooking,
    send,
    async retry(booking) {
      const step = await headOf(booking);
      if (!step) return;
      await store.putStep({ ...step, refusal: null, key: deps.key() });
      await changed();
      await send(true);
    },
    async discard(booking) {
      const step = await headOf(booking);
      if (!step) return;
      const steps = (await stepsOf(booking)).filter(({ id }) => id >= step.id);
      await store.removeSteps(steps.map(({ id }) => id));
      await changed();
      await send(true);
    },
    lose: (booking) =>
      // While no step is being sent: its rejection would be stored again.
      deps.alone(async () => {
        const ofTrip = await stepsOf(booking);
        const known = await store.booking(driver);
        const isKnown = known?.id === booking;
        if (!isKnown && ofTrip.length === 0) return;
        if (await isShownToDriver(booking)) return;
        if (isKnown) await store.storeBooking(driver, null);
        await store.removeSteps(ofTrip.map(({ id }) => id));
        become({ lost: { booking, why: 'gone' } });
        await changed();
      }),
    seen: () => become({ lost: null }),
    refresh,
    stop() {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(slowTimer);
      listeners.clear();
    },
  };
}
