// Tests the parts of an order beyond its first trip: booked sequentially, only for the fare that was read out, and
// retried after failures.
import type { BookingRequest, BookingResult, EstimateView } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type OrderPlan, singleTrip } from './order-plan.ts';
import { useOrder } from './use-order.ts';

const calls = vi.hoisted(() => ({
  createEstimate: vi.fn(),
  createBooking: vi.fn(),
  confirmBooking: vi.fn(),
  addRecurringBooking: vi.fn(),
}));
vi.mock('../../lib/store.ts', () => ({ client: calls }));
vi.mock('../../lib/use-settings.ts', () => ({
  useSettings: () => ({ timezone: 'America/Montevideo', decimal: 2 }),
}));

const pickup = { lat: -34.9, lng: -56.16, add: 'Here' };
const drop = { lat: -34.91, lng: -56.17, add: 'There' };
const tripdate = Date.parse('2026-03-02T11:00:00Z');
const request: BookingRequest = {
  estimate: 'first',
  pickup,
  drop,
  waypoints: [],
  carType: 'economy',
  promo: 'half',
  driver: 'd1',
  paymentPacket: { payment_mode: 'cash', usedWalletMoney: 30 },
  bookLater: true,
  tripdate,
  booking_type_admin: true,
  userDetails: { uid: 'rider' },
};
const estimate = { payableAmount: 80, discount_amount: 20 } as EstimateView;
const result = { booking_id: 'b1', reference: 'AAAAAA' } as BookingResult;

function place(plan: Partial<OrderPlan>, returnFare: number | null = null, quoted = estimate) {
  const { result: order } = renderHook(() => useOrder());
  const whole = { ...singleTrip, confirms: false, ...plan };
  act(() =>
    order.current.place({ request, estimate: quoted, result, plan: whole, returnFare, rider: 'rider' }),
  );
  return order;
}
const statesOf = (order: ReturnType<typeof place>) =>
  order.current.lines.map(({ key, state }) => [key, state]);

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  let made = 0;
  calls.createEstimate.mockImplementation(async () => {
    made += 1;
    return { id: `e${made}`, payableAmount: 100 };
  });
  calls.createBooking.mockImplementation(async ({ body }) => ({
    booking_id: `of ${body.estimate}`,
    reference: body.estimate,
  }));
  calls.confirmBooking.mockResolvedValue(undefined);
  calls.addRecurringBooking.mockResolvedValue({});
});

describe('an order', () => {
  it('books each further car with its own quote, without the promo and wallet of the first', async () => {
    const order = place({ cars: 3 });
    await waitFor(() =>
      expect(statesOf(order)).toEqual([
        ['car-2', 'done'],
        ['car-3', 'done'],
      ]),
    );
    expect(order.current.lines.map(({ reference }) => reference)).toEqual(['e1', 'e2']);
    const [{ body }] = calls.createBooking.mock.calls[0] ?? [];
    expect(body).toMatchObject({ estimate: 'e1', userDetails: { uid: 'rider' }, tripdate });
    expect(body.paymentPacket).toEqual({ payment_mode: 'cash', usedWalletMoney: 0 });
    expect(body).not.toHaveProperty('promo');
    expect(body).not.toHaveProperty('driver');
  });

  it('books a further car when its fare is the sum of a fare and a discount with decimals', async () => {
    calls.createEstimate.mockResolvedValue({ id: 'same', payableAmount: 100.07 });
    const order = place({ cars: 2 }, null, { ...estimate, payableAmount: 90.06, discount_amount: 10.01 });
    await waitFor(() => expect(statesOf(order)).toEqual([['car-2', 'done']]));
  });

  it('does not book at a changed fare before it is accepted', async () => {
    calls.createEstimate.mockResolvedValue({ id: 'dearer', payableAmount: 120 });
    const order = place({ cars: 2 });
    await waitFor(() => expect(statesOf(order)).toEqual([['car-2', 'other_price']]));
    expect(order.current.lines[0]?.price).toBe(120);
    expect(calls.createBooking).not.toHaveBeenCalled();
    act(() => order.current.tryAgain('car-2'));
    await waitFor(() => expect(statesOf(order)).toEqual([['car-2', 'done']]));
  });

  it('continues after a rejected part, and retries that part with a new quote and key', async () => {
    calls.createBooking.mockRejectedValueOnce(
      new ApiError({ status: 422, code: 'no_driver_found_alert_messege' }),
    );
    const order = place({ cars: 3 });
    await waitFor(() =>
      expect(statesOf(order)).toEqual([
        ['car-2', 'failed'],
        ['car-3', 'done'],
      ]),
    );
    act(() => order.current.tryAgain('car-2'));
    await waitFor(() => expect(statesOf(order)[0]).toEqual(['car-2', 'done']));
    const [refused, , again] = calls.createBooking.mock.calls;
    expect(again?.[0].body.estimate).not.toBe(refused?.[0].body.estimate);
    expect(again?.[1].idempotencyKey).not.toBe(refused?.[1].idempotencyKey);
  });

  it('repeats a part without a response unchanged, because it may already be booked', async () => {
    calls.createBooking.mockRejectedValueOnce(new ApiError({ status: 0, code: 'network_error' }));
    const order = place({ cars: 2 });
    await waitFor(() => expect(statesOf(order)).toEqual([['car-2', 'failed']]));
    act(() => order.current.tryAgain('car-2'));
    await waitFor(() => expect(statesOf(order)).toEqual([['car-2', 'done']]));
    expect(calls.createEstimate).toHaveBeenCalledOnce();
    const [first, second] = calls.createBooking.mock.calls;
    expect(second).toEqual(first);
  });

  it('books the return trip from drop to pickup, at the fare shown before', async () => {
    const returnAt = tripdate + 3_600_000;
    const order = place({ returnAt }, 100);
    await waitFor(() => expect(statesOf(order)).toEqual([['return-1', 'done']]));
    const [{ body }] = calls.createBooking.mock.calls[0] ?? [];
    expect(body).toMatchObject({ pickup: drop, drop: pickup, bookLater: true, tripdate: returnAt });
  });

  it('shows the fare of a return trip that could not be quoted before', async () => {
    const order = place({ returnAt: tripdate + 3_600_000 }, null);
    await waitFor(() => expect(statesOf(order)).toEqual([['return-1', 'other_price']]));
  });

  it('repeats from the following day, at the city’s local time of the first trip', async () => {
    const repeat = { weekdays: [1, 3], until: '2026-04-01', skipped: ['2026-03-09'] };
    const order = place({ repeat, confirms: true });
    await waitFor(() =>
      expect(statesOf(order)).toEqual([
        ['repeat-1', 'done'],
        ['confirmation-1', 'done'],
      ]),
    );
    expect(calls.addRecurringBooking.mock.calls[0]?.[0].body).toMatchObject({
      rider: 'rider',
      timeOfDay: '08:00',
      firstDay: '2026-03-03',
      lastDay: '2026-04-01',
      weekdays: [1, 3],
      skippedDays: ['2026-03-09'],
    });
    expect(calls.confirmBooking).toHaveBeenCalledWith({ params: { id: 'b1' } });
  });

  it('repeats every car and the way back, each as a series of its own', async () => {
    const repeat = { weekdays: [1, 3], until: '', skipped: [] };
    const order = place({ repeat, cars: 2, returnAt: tripdate + 10 * 3_600_000 }, 100);
    await waitFor(() =>
      expect(statesOf(order)).toEqual([
        ['car-2', 'done'],
        ['return-1', 'done'],
        ['repeat-1', 'done'],
        ['repeat_car-2', 'done'],
        ['repeat_return-1', 'done'],
      ]),
    );
    const made = calls.addRecurringBooking.mock.calls;
    expect(made.map(([{ body }]) => [body.pickup, body.drop, body.timeOfDay])).toEqual([
      [pickup, drop, '08:00'],
      [pickup, drop, '08:00'],
      [drop, pickup, '18:00'],
    ]);
    expect(new Set(made.map(([, { idempotencyKey }]) => idempotencyKey)).size).toBe(3);
  });

  it.each<[string, ConstructorParameters<typeof ApiError>[0], boolean]>([
    ['with a new key after a rejection', { status: 422, code: 'no_driver_found_alert_messege' }, false],
    ['with the same key without a response', { status: 0, code: 'network_error' }, true],
  ])('requests the repetition again %s', async (_, problem, isSame) => {
    calls.addRecurringBooking.mockRejectedValueOnce(new ApiError(problem));
    const order = place({ repeat: { weekdays: [1], until: '', skipped: [] } });
    await waitFor(() => expect(statesOf(order)).toEqual([['repeat-1', 'failed']]));
    act(() => order.current.tryAgain('repeat-1'));
    await waitFor(() => expect(statesOf(order)).toEqual([['repeat-1', 'done']]));
    const [first, second] = calls.addRecurringBooking.mock.calls;
    expect(second?.[1].idempotencyKey === first?.[1].idempotencyKey).toBe(isSame);
  });

  it('does not add a repetition again that took effect although its response was lost', async () => {
    calls.addRecurringBooking.mockRejectedValueOnce(new ApiError({ status: 0, code: 'network_error' }));
    const order = place({ repeat: { weekdays: [1], until: '', skipped: [] } });
    await waitFor(() => expect(statesOf(order)).toEqual([['repeat-1', 'failed']]));
    calls.addRecurringBooking.mockRejectedValueOnce(new ApiError({ status: 409, code: 'conflict' }));
    act(() => order.current.tryAgain('repeat-1'));
    await waitFor(() => expect(statesOf(order)).toEqual([['repeat-1', 'done']]));
    const keys = calls.addRecurringBooking.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('reads the booking of a part that took effect by the same quote with a new key', async () => {
    calls.createBooking.mockRejectedValueOnce(new ApiError({ status: 409, code: 'conflict' }));
    calls.createBooking.mockRejectedValueOnce(new ApiError({ status: 0, code: 'network_error' }));
    const order = place({ cars: 2 });
    await waitFor(() => expect(statesOf(order)).toEqual([['car-2', 'failed']]));
    act(() => order.current.tryAgain('car-2'));
    await waitFor(() => expect(statesOf(order)).toEqual([['car-2', 'done']]));
    expect(calls.createEstimate).toHaveBeenCalledOnce();
    const [lost, second, third] = calls.createBooking.mock.calls;
    expect(second?.[0]).toEqual(lost?.[0]);
    expect(second?.[1].idempotencyKey).not.toBe(lost?.[1].idempotencyKey);
    expect(third).toEqual(second);
  });

  it('is running until a retried part has ended', async () => {
    calls.createBooking.mockRejectedValueOnce(new ApiError({ status: 0, code: 'network_error' }));
    const order = place({ cars: 2 });
    expect(order.current.isRunning).toBe(true);
    await waitFor(() => expect(order.current.isRunning).toBe(false));
    let fail = (_: ApiError) => {};
    calls.createBooking.mockReturnValueOnce(
      new Promise((_, reject) => {
        fail = reject;
      }),
    );
    act(() => order.current.tryAgain('car-2'));
    expect(order.current.isRunning).toBe(true);
    await act(async () => fail(new ApiError({ status: 0, code: 'network_error' })));
    expect(statesOf(order)).toEqual([['car-2', 'failed']]);
    expect(order.current.isRunning).toBe(false);
  });
});
