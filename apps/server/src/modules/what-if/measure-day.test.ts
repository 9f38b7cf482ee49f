// Tests of the measured values of a day: bookings for later have no waiting time, and open requests no outcome.
import { expect, it } from 'vitest';
import { measureDay, measuredWaitByHour } from './measure-day.ts';

const request = { at: 1_000_000, book_later: false, arrived_at: null, served: null };
const served = (wait: number, at = request.at) => ({
  ...request,
  at,
  arrived_at: at + wait * 1000,
  served: true,
});

it('counts requests with an outcome, and waiting times of riders who booked for now', () => {
  const measured = measureDay([
    served(100),
    served(300),
    { ...served(900), book_later: true },
    { ...request, served: false },
    request,
  ]);
  expect(measured).toEqual({
    requests: 4,
    served_share: 0.75,
    riders: 2,
    wait_mean_secs: 200,
    wait_median_secs: 100,
    wait_p95_secs: 300,
  });
});

it('is empty for a day without outcomes, and ignores arrivals before the request', () => {
  expect(measureDay([request, { ...request, arrived_at: 5, served: null }])).toEqual({
    requests: 0,
    served_share: null,
    riders: 0,
    wait_mean_secs: null,
    wait_median_secs: null,
    wait_p95_secs: null,
  });
});

it('groups waiting times by hour since the start of the day', () => {
  const hour = 3_600_000;
  const waits = measuredWaitByHour([served(60, hour), served(120, 2 * hour - 1), served(5, 3 * hour)], 0);
  expect([...waits]).toEqual([
    [1, 90],
    [3, 5],
  ]);
});
