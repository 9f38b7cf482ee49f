// Books what a caller ordered besides the first trip, one after the other; what fails is named and can be tried again.
import type { BookingRequest, BookingResult, EstimateView } from '@kerb/contract';
import { randomKey } from '@kerb/sdk/client';
import { useCallback, useRef, useState } from 'react';
import { client } from '../../lib/store.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { cityClock, dayAfter, type OrderPlan } from './order-plan.ts';

export type OrderKind = 'car' | 'return' | 'repeat' | 'confirmation';

export interface OrderLine {
  readonly key: string;
  readonly kind: OrderKind;
  /** Counts the cars from 2. */
  readonly number: number;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'other_price';
  readonly booking: string | null;
  readonly reference: string | null;
  /** Why it failed; null otherwise. */
  readonly problem: unknown;
  /** The fare that differs from the one that was read out, major units; null otherwise. */
  readonly price: number | null;
}

interface Step {
  readonly line: OrderLine;
  /** `agreed`: another fare than the one that was read out is accepted. */
  readonly run: (agreed: number | null) => Promise<Partial<OrderLine>>;
}

/** Thrown by a step whose fare is not the one that was read out. */
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

/** Quotes the trip again and books it, unless the fare is neither `expected` nor `agreed`. */
async function bookAgain(
  request: BookingRequest,
  expected: number | null,
  agreed: number | null,
  key: string,
) {
  const { pickup, drop, waypoints = [], carType, instructionData, tripdate, bookLater } = request;
  const journey = { pickup, drop, waypoints, carType, instructionData };
  const departure = bookLater && tripdate !== undefined ? { tripdate } : {};
  const estimate = await client.createEstimate({ body: { ...journey, ...departure } });
  const { payableAmount } = estimate;
  if (payableAmount !== (agreed ?? expected)) throw new OtherPrice(payableAmount);
  const { promo: _, driver: __, ...rest } = request;
  const paymentPacket = { ...request.paymentPacket, usedWalletMoney: 0 };
  const body = { ...rest, estimate: estimate.id, paymentPacket };
  const { booking_id, reference } = await client.createBooking({ body }, { idempotencyKey: key });
  return { booking: booking_id, reference };
}

interface Ordered {
  /** The first booking, which is made. */
  readonly request: BookingRequest;
  readonly estimate: EstimateView;
  readonly result: BookingResult;
  readonly plan: OrderPlan;
  /** The fare of the way back as it was read out; null when it was not known. */
  readonly returnFare: number | null;
  readonly rider: string;
  readonly timeZone: string;
}

/** The fare of the first trip without its promo, which only one booking uses. */
const fareOf = ({ payableAmount, discount_amount }: EstimateView): number => payableAmount + discount_amount;

function carSteps({ request, estimate, plan }: Ordered): Step[] {
  return Array.from({ length: plan.cars - 1 }, (_, index) => {
    const key = randomKey();
    return {
      line: lineOf('car', index + 2),
      run: (agreed) => bookAgain(request, fareOf(estimate), agreed, key),
    };
  });
}

function returnSteps({ request, plan, returnFare }: Ordered): Step[] {
  const { returnAt } = plan;
  if (returnAt === null || returnAt === undefined) return [];
  const { pickup, drop, waypoints = [] } = request;
  const back = { pickup: drop, drop: pickup, waypoints: [...waypoints].reverse() };
  const later = { ...request, ...back, bookLater: true, tripdate: returnAt };
  const key = randomKey();
  return [{ line: lineOf('return'), run: (agreed) => bookAgain(later, returnFare, agreed, key) }];
}

function repeatSteps({ request, plan, rider, timeZone }: Ordered): Step[] {
  const { repeat } = plan;
  const { tripdate } = request;
  if (repeat === null || tripdate === undefined) return [];
  const { pickup, drop, waypoints = [], carType, instructionData, paymentPacket } = request;
  const key = randomKey();
  const body = {
    rider,
    pickup,
    drop,
    waypoints,
    carType,
    instructionData: instructionData ?? null,
    payment_mode: paymentPacket.payment_mode,
    weekdays: [...repeat.weekdays],
    timeOfDay: cityClock(tripdate, timeZone).time,
    firstDay: dayAfter(tripdate, timeZone),
    lastDay: repeat.until === '' ? null : repeat.until,
    skippedDays: [...repeat.skipped],
  };
  return [
    {
      line: lineOf('repeat'),
      run: async () => {
        await client.addRecurringBooking({ body }, { idempotencyKey: key });
        return {};
      },
    },
  ];
}

export interface Order {
  readonly lines: readonly OrderLine[];
  readonly isRunning: boolean;
  readonly place: (ordered: Omit<Ordered, 'timeZone'>) => void;
  /** Tries a line again that failed, or books it for the fare that it has now. */
  readonly tryAgain: (key: string) => void;
  readonly forget: () => void;
}

export function useOrder(): Order {
  const timeZone = useSettings()?.timezone ?? 'UTC';
  const [lines, setLines] = useState<readonly OrderLine[]>([]);
  const [isRunning, setRunning] = useState(false);
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

  const place = (ordered: Omit<Ordered, 'timeZone'>) => {
    const all = { ...ordered, timeZone };
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
    setRunning(true);
    const runAll = async () => {
      for (const step of next) await runStep(step, null);
    };
    void runAll().finally(() => setRunning(false));
  };

  const tryAgain = (key: string) => {
    const step = steps.current.find(({ line }) => line.key === key);
    if (step) void runStep(step, lines.find((line) => line.key === key)?.price ?? null);
  };

  const forget = useCallback(() => {
    steps.current = [];
    setLines([]);
  }, []);
  return { lines, isRunning, place, tryAgain, forget };
}
