// React hook that books the parts of a phone order beyond the first trip sequentially; a failed part can be retried.
import type { BookingRequest, BookingResult, EstimateView, RecurringBookingRequest } from '@kerb/contract';
import { ApiError, randomKey } from '@kerb/sdk/client';
import { useCallback, useRef, useState } from 'react';
import { isPassing } from '../../lib/network/is-passing.ts';
import { client } from '../../lib/store.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { fareWithoutPromo, type OrderPlan, recurrenceOfReturn, recurrenceOfTrip } from './order-plan.ts';

export type OrderKind = 'car' | 'return' | 'repeat' | 'repeat_car' | 'repeat_return' | 'confirmation';

export interface OrderLine {
  readonly key: string;
  readonly kind: OrderKind;
  /** Number of the car, starting with 2. */
  readonly number: number;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'other_price';
  readonly booking: string | null;
  readonly reference: string | null;
  /** Error of the last attempt, or null. */
  readonly problem: unknown;
  /** Current fare in major units, when it differs from the one that was read out; null otherwise. */
  readonly price: number | null;
}

interface Step {
  readonly line: OrderLine;
  /** `agreed`: a changed fare that the caller has accepted, in major units; null when there was no change. */
  readonly run: (agreed: number | null) => Promise<Partial<OrderLine>>;
}

/** Thrown by a step whose fare differs from the one that was read out. */
class OtherPrice extends Error {
  readonly price: number;
  constructor(price: number) {
    super('The fare has changed');
    this.price = price;
  }
}

const lineOf = (kind: OrderKind, number = 1): OrderLine => ({
  key: `${kind}-${number}`,
  kind,
  number,
  state: 'waiting',
  booking: null,
  reference: null,
  problem: null,
  price: null,
});

/** Whether an earlier attempt with the same idempotency key took effect and its response was lost. */
const tookEffect = (problem: unknown): boolean => problem instanceof ApiError && problem.code === 'conflict';

/**
 * Quotes the trip again and books it, unless the fare differs from `expected`, or from `agreed` when that is given.
 * After a request with an unknown outcome the same body and idempotency key are sent again, so that nothing is booked
 * twice.
 */
function bookAgain(request: BookingRequest, expected: number | null): Step['run'] {
  const { promo: _, driver: __, ...rest } = request;
  /** The last request while its outcome is unknown: it may have created a booking. */
  let uncertain: { body: BookingRequest; key: string } | null = null;

  async function quote(agreed: number | null) {
    const { pickup, drop, waypoints = [], carType, instructionData, tripdate, bookLater } = request;
    const departure = bookLater && tripdate !== undefined ? { tripdate } : {};
    const journey = { pickup, drop, waypoints, carType, instructionData, ...departure };
    const { id, payableAmount } = await client.createEstimate({ body: journey });
    if (payableAmount !== (agreed ?? expected)) throw new OtherPrice(payableAmount);
    // The wallet's part of the payment was agreed for the first trip only.
    const paymentPacket = { ...request.paymentPacket, usedWalletMoney: 0 };
    return { body: { ...rest, estimate: id, paymentPacket }, key: randomKey() };
  }

  async function send({ body, key }: NonNullable<typeof uncertain>) {
    try {
      return await client.createBooking({ body }, { idempotencyKey: key });
    } catch (problem) {
      if (!tookEffect(problem)) throw problem;
      // The old key gets the same error again. With a new one the server returns the booking of the quote.
      uncertain = { body, key: randomKey() };
      return client.createBooking({ body }, { idempotencyKey: uncertain.key });
    }
  }

  return async (agreed) => {
    uncertain ??= await quote(agreed);
    try {
      const { booking_id, reference } = await send(uncertain);
      return { booking: booking_id, reference };
    } catch (problem) {
      const isUnknown = problem instanceof ApiError && (isPassing(problem) || tookEffect(problem));
      if (!isUnknown) uncertain = null;
      throw problem;
    }
  };
}

interface Ordered {
  /** The request of the first booking, which is completed. */
  readonly request: BookingRequest;
  readonly estimate: EstimateView;
  readonly result: BookingResult;
  readonly plan: OrderPlan;
  /** Fare of the return trip as it was read out, in major units; null when it was unknown. */
  readonly returnFare: number | null;
  readonly rider: string;
  readonly timeZone: string;
  /** Digits of the currency after the decimal sign. */
  readonly decimals: number;
}

function carSteps({ request, estimate, plan, decimals }: Ordered): Step[] {
  const fare = fareWithoutPromo(estimate, decimals);
  return Array.from({ length: plan.cars - 1 }, (_, index) => ({
    line: lineOf('car', index + 2),
    run: bookAgain(request, fare),
  }));
}

function returnSteps({ request, plan, returnFare }: Ordered): Step[] {
  const { returnAt } = plan;
  if (returnAt === null || returnAt === undefined) return [];
  const { pickup, drop, waypoints = [] } = request;
  const back = { pickup: drop, drop: pickup, waypoints: [...waypoints].reverse() };
  const later = { ...request, ...back, bookLater: true, tripdate: returnAt };
  return [{ line: lineOf('return'), run: bookAgain(later, returnFare) }];
}

/** Adds a recurring booking; a rejected request is sent again with a new idempotency key. */
function addSeries(body: RecurringBookingRequest): Step['run'] {
  let key = randomKey();
  return async () => {
    try {
      await client.addRecurringBooking({ body }, { idempotencyKey: key });
      return {};
    } catch (problem) {
      // The series is stored first, and the server adds the bookings of missing days every hour.
      if (tookEffect(problem)) return {};
      // The same key would get the same response again.
      if (!(problem instanceof ApiError) || !isPassing(problem)) key = randomKey();
      throw problem;
    }
  };
}

/** A series for each car, and one for the return trip. */
function repeatSteps({ request, plan, rider, timeZone }: Ordered): Step[] {
  const { repeat, returnAt, cars } = plan;
  const { tripdate } = request;
  if (repeat === null || tripdate === undefined) return [];
  const { pickup, drop, waypoints = [], carType, instructionData, paymentPacket } = request;
  const trip = {
    rider,
    carType,
    instructionData: instructionData ?? null,
    payment_mode: paymentPacket.payment_mode,
  };
  const there = { ...trip, pickup, drop, waypoints, ...recurrenceOfTrip(repeat, tripdate, timeZone) };
  const steps = Array.from({ length: cars }, (_, index) => ({
    line: index === 0 ? lineOf('repeat') : lineOf('repeat_car', index + 1),
    run: addSeries(there),
  }));
  if (returnAt === null || returnAt === undefined) return steps;
  const back = {
    ...trip,
    pickup: drop,
    drop: pickup,
    waypoints: [...waypoints].reverse(),
    ...recurrenceOfReturn(repeat, tripdate, returnAt, timeZone),
  };
  return [...steps, { line: lineOf('repeat_return'), run: addSeries(back) }];
}

export interface Order {
  readonly lines: readonly OrderLine[];
  /** True while parts are booked, retries included. */
  readonly isRunning: boolean;
  readonly place: (ordered: Omit<Ordered, 'timeZone' | 'decimals'>) => void;
  /** Retries a failed part, or books it for its changed fare. */
  readonly tryAgain: (key: string) => void;
  readonly forget: () => void;
}

export function useOrder(): Order {
  const settings = useSettings();
  const timeZone = settings?.timezone ?? 'UTC';
  const decimals = settings?.decimal ?? 2;
  const [lines, setLines] = useState<readonly OrderLine[]>([]);
  /** The placing of the order and each retry count once, because a part can be retried while others are booked. */
  const [runs, setRuns] = useState(0);
  const steps = useRef<readonly Step[]>([]);

  const change = useCallback((key: string, patch: Partial<OrderLine>) => {
    setLines((before) => before.map((line) => (line.key === key ? { ...line, ...patch } : line)));
  }, []);

  const runStep = useCallback(
    async ({ line, run }: Step, agreed: number | null) => {
      change(line.key, { state: 'running', problem: null });
      try {
        change(line.key, { ...(await run(agreed)), state: 'done', price: null });
      } catch (problem) {
        if (problem instanceof OtherPrice) change(line.key, { state: 'other_price', price: problem.price });
        else change(line.key, { state: 'failed', problem });
      }
    },
    [change],
  );

  const runParts = async (parts: readonly Step[], agreed: number | null) => {
    setRuns((count) => count + 1);
    try {
      for (const part of parts) await runStep(part, agreed);
    } finally {
      setRuns((count) => count - 1);
    }
  };

  const place = (ordered: Omit<Ordered, 'timeZone' | 'decimals'>) => {
    const all = { ...ordered, timeZone, decimals };
    const bookings = [...carSteps(all), ...returnSteps(all)];
    const confirmation: Step = {
      line: lineOf('confirmation'),
      run: async () => {
        await client.confirmBooking({ params: { id: ordered.result.booking_id } });
        return {};
      },
    };
    const next = [...bookings, ...repeatSteps(all), ...(ordered.plan.confirms ? [confirmation] : [])];
    steps.current = next;
    setLines(next.map(({ line }) => line));
    void runParts(next, null);
  };

  const tryAgain = (key: string) => {
    const step = steps.current.find(({ line }) => line.key === key);
    if (step) void runParts([step], lines.find((line) => line.key === key)?.price ?? null);
  };

  const forget = useCallback(() => {
    steps.current = [];
    setLines([]);
  }, []);
  return { lines, isRunning: runs > 0, place, tryAgain, forget };
}
