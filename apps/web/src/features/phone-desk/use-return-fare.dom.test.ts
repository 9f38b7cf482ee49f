// Tests the quote of a return trip: its journey, late responses, errors, and an order without a return.
import type { EstimateView } from '@kerb/contract';
import { instructionData } from '@kerb/domain/booking';
import { ApiError } from '@kerb/sdk/client';
import { act, renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, expect, it, vi } from 'vitest';
import { client, store } from '../../lib/store.ts';
import { useReturnFare } from './use-return-fare.ts';

const place = (add: string) => ({ add, lat: -34.9, lng: -56.2 });
const estimate = (payableAmount: number): EstimateView => ({
  id: 'e1',
  carType: 'c1',
  estimateFare: 1,
  convenience_fees: 0,
  trip_cost: 1,
  distance: 1,
  time: 1,
  polyline: '',
  breakdown: { lines: [], minimum_reached: false },
  promo: null,
  discount_amount: 0,
  payableAmount,
  pickup: place('A'),
  drop: place('D'),
  waypoints: [place('B'), place('C')],
  expiresAt: 1,
});
const first = estimate(100);
const instructions = instructionData.parse({});
const onKnown = vi.fn();
const wrapper = ({ children }: { children: ReactNode }) => createElement(Provider, { store, children });
const show = (returnAt: number | null) =>
  renderHook((at: number | null) => useReturnFare(first, instructions, at, onKnown), {
    initialProps: returnAt,
    wrapper,
  });

let quotes: { answer: (fare: EstimateView) => void; fail: (error: ApiError) => void }[] = [];
const createEstimate = vi.spyOn(client, 'createEstimate');
beforeEach(() => {
  quotes = [];
  onKnown.mockReset();
  createEstimate
    .mockReset()
    .mockImplementation(() => new Promise((answer, fail) => quotes.push({ answer, fail })));
});

it('quotes the way back at the time of the return, and reports the fare', async () => {
  const { result } = show(5);
  await waitFor(() => expect(quotes).toHaveLength(1));
  expect(createEstimate.mock.calls[0]?.[0]).toMatchObject({
    body: {
      pickup: { add: 'D' },
      drop: { add: 'A' },
      waypoints: [{ add: 'C' }, { add: 'B' }],
      carType: 'c1',
      tripdate: 5,
    },
  });
  expect(result.current).toEqual({ amount: null, problem: null });
  act(() => quotes[0]?.answer(estimate(250)));
  await waitFor(() => expect(result.current.amount).toBe(250));
  expect(onKnown).toHaveBeenLastCalledWith(250);
});

it('drops the fare of another time, also when it arrives late', async () => {
  const { result, rerender } = show(5);
  await waitFor(() => expect(quotes).toHaveLength(1));
  rerender(6);
  await waitFor(() => expect(quotes).toHaveLength(2));
  act(() => quotes[1]?.answer(estimate(300)));
  await waitFor(() => expect(result.current.amount).toBe(300));
  act(() => quotes[0]?.answer(estimate(250)));
  rerender(7);
  await waitFor(() => expect(result.current.amount).toBeNull());
  expect(onKnown.mock.calls.flat()).not.toContain(250);
  expect(onKnown).toHaveBeenLastCalledWith(null);
});

it('has the error of a failed request, and nothing without a return', async () => {
  const { result, rerender } = show(5);
  await waitFor(() => expect(quotes).toHaveLength(1));
  const problem = new ApiError({ status: 422, code: 'no_route_found' });
  act(() => quotes[0]?.fail(problem));
  await waitFor(() => expect(result.current).toEqual({ amount: null, problem }));
  rerender(null);
  await waitFor(() => expect(result.current).toEqual({ amount: null, problem: null }));
  expect(quotes).toHaveLength(1);
});
