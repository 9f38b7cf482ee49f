// Tests simulation runs: repeatable by seed, never two trips for a driver or two drivers for a trip, also with invalid
// input.
import { defaultBatchTerms } from '@kerb/domain/dispatch';
import { describe, expect, it } from 'vitest';
import { type BehaviourTerms, defaultBehaviour } from './behaviour.ts';
import { createLabCity } from './city.ts';
import { createTrace, type Trace } from './demand.ts';
import { figuresOf, gini } from './figures.ts';
import { type LabPolicy, type LabRun, type LabRunInput, labPolicies } from './lab-run.ts';
import { createRandom } from './random.ts';
import { runLab } from './run-lab.ts';
import { scenarios } from './scenarios.ts';
import { createTravelTimes, withoutTravelTimes } from './travel-times.ts';

const random = createRandom('addresses');
const addresses = Array.from({ length: 2000 }, () => ({
  lat: -34.87 + 0.03 * random.normal(),
  lng: -56.17 + 0.03 * random.normal(),
}));
const deps = { city: createLabCity(addresses), travel: createTravelTimes() };
const scenario = { ...scenarios.balanced, drivers: 20, hours: 1 };
const settings = {
  offerSeconds: 30,
  broadcastLimit: 15,
  candidateLimit: 40,
  driverRadius: 10,
  batchSeconds: 2,
  batch: defaultBatchTerms,
};
const traceOf = (seed: string): Trace => createTrace(deps, scenario, seed, { requests: 40 });

const run = (policy: LabPolicy, change: Partial<LabRunInput> = {}): LabRun =>
  runLab({ ...deps, trace: traceOf('one'), settings, policy, ...change });

/** Checks the driver of each trip, and that no driver has two trips at a time. */
function expectOrder({ log, world }: LabRun): void {
  const driving = new Map<string, string>();
  const taken = new Map<string, string>();
  for (const { kind, booking, driver } of log.events) {
    if (booking === null || driver === null) continue;
    if (kind === 'accepted') {
      expect(taken.has(booking)).toBe(false);
      taken.set(booking, driver);
    }
    if (kind === 'picked_up') {
      expect(taken.get(booking)).toBe(driver);
      expect(driving.has(driver)).toBe(false);
      driving.set(driver, booking);
    }
    if (kind === 'completed') {
      expect(driving.get(driver)).toBe(booking);
      driving.delete(driver);
    }
  }
  expect(driving.size).toBe(0);
  for (const { status } of world.bookings) expect(['COMPLETE', 'CANCELLED']).toContain(status);
}

describe.each(labPolicies)('a run of %s', (policy) => {
  it('returns the same hash for the same seed, and another for another seed', () => {
    const hash = run(policy).log.hash();
    expect(run(policy).log.hash()).toBe(hash);
    expect(run(policy, { trace: traceOf('two') }).log.hash()).not.toBe(hash);
  });

  it('completes most trips, one at a time for each driver', () => {
    const result = run(policy);
    expectOrder(result);
    expect(figuresOf(result).served_share).toBeGreaterThan(0.5);
  });

  it('ends when all drivers decline', () => {
    const behaviour: BehaviourTerms = { ...defaultBehaviour, declineNear: 1 };
    const result = run(policy, { behaviour });
    expect(figuresOf(result)).toMatchObject({ completed: 0, requests: 40 });
    expectOrder(result);
  });

  it('ends when drivers accept and disappear', () => {
    const behaviour: BehaviourTerms = { ...defaultBehaviour, disappear: 0.5 };
    expectOrder(run(policy, { behaviour }));
  });

  it('serves riders when the travel times of half of the places are missing', () => {
    const travel = withoutTravelTimes(deps.travel, ({ lat }) => Math.round(lat * 100_000) % 2 === 0);
    const result = run(policy, { travel });
    expectOrder(result);
    expect(figuresOf(result).served_share).toBeGreaterThan(0.25);
  });

  it('continues when the policy changes during rounds', () => {
    const trace = traceOf('one');
    const other = policy === 'batched' ? 'nearest' : 'batched';
    const at = trace.from + 30 * 60_000;
    const result = run(policy, { trace, policyChange: { at, policy: other } });
    expectOrder(result);
    expect(figuresOf(result).served_share).toBeGreaterThan(0.5);
  });
});

describe.each(labPolicies)('later bookings under %s', (policy) => {
  const few = { ...scenario, drivers: 12, hours: 3 };
  const trace = createTrace(deps, few, 'later', { requests: 60, laterShare: 0.3 });
  const planned = { ...settings, reserveAheadSeconds: 1800 };

  it('later bookings are picked up from their time on, by one driver each', () => {
    const result = run(policy, { trace, settings: planned });
    expectOrder(result);
    const later = result.world.bookings.filter(({ request }) => request.tripdate !== undefined);
    expect(later.length).toBeGreaterThan(10);
    for (const { pickedUpAt, request } of later)
      if (pickedUpAt !== null) expect(pickedUpAt).toBeGreaterThanOrEqual(request.tripdate ?? 0);
    expect(figuresOf(result)).toMatchObject({ later_requests: later.length });
    expect(figuresOf(result).later_served_share).toBeGreaterThan(0.9);
    expect(run(policy, { trace, settings: planned }).log.hash()).toBe(result.log.hash());
  });

  it('later bookings get no offer before their driver has to leave', () => {
    const { log, world } = run(policy, { trace, settings: planned });
    const tripdates = new Map(world.bookings.map(({ request }) => [request.id, request.tripdate]));
    const offers = log.events.filter(
      ({ kind, booking }) => kind === 'offered' && tripdates.get(booking ?? ''),
    );
    expect(offers.length).toBeGreaterThan(10);
    const leads = offers.map(({ at, booking }) => (tripdates.get(booking ?? '') ?? 0) - at);
    // A margin of ten minutes plus the drive; earlier than 45 minutes before its time, dispatch ignores a booking.
    expect(Math.max(...leads)).toBeLessThan(45 * 60_000);
    expect(leads.reduce((sum, lead) => sum + lead, 0) / leads.length).toBeLessThan(25 * 60_000);
  });
});

it('later bookings with planned drivers are picked up with less delay than without', () => {
  const few = { ...scenario, drivers: 12, hours: 3 };
  const lateSecs = (reserveAheadSeconds: number): number =>
    ['a', 'b', 'c', 'd'].reduce((sum, seed) => {
      const trace = createTrace(deps, few, seed, { requests: 60, laterShare: 0.3 });
      const result = run('batched', { trace, settings: { ...settings, reserveAheadSeconds } });
      return sum + figuresOf(result).late_mean_secs;
    }, 0);
  expect(lateSecs(1800)).toBeLessThan(lateSecs(0));
});

it('a share of later bookings changes the times of requests, not the trips', () => {
  const now = createTrace(deps, scenario, 'share', { requests: 40 });
  const later = createTrace(deps, scenario, 'share', { requests: 40, laterShare: 0.5 });
  const tripsOf = ({ requests }: Trace) =>
    requests
      .map(({ id, at, tripdate = at, pickup }) => ({ id, time: tripdate, pickup }))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(tripsOf(later)).toEqual(tripsOf(now));
  expect(later.drivers).toEqual(now.drivers);
  expect(createTrace(deps, scenario, 'share', { requests: 40, laterShare: 0 })).toEqual({
    ...now,
    traffic: expect.anything(),
  });
});

it('many requests at one corner within a second get some drivers, each of them one request', () => {
  const trace = traceOf('one');
  const [first] = trace.requests;
  if (!first) throw new Error('The trace has no request.');
  const requests = Array.from({ length: 200 }, (_, index) => ({ ...first, id: `b${index}` }));
  const result = run('batched', { trace: { ...trace, requests } });
  expectOrder(result);
  expect(figuresOf(result).completed).toBeGreaterThanOrEqual(5);
});

it('the Gini coefficient is 0 for equal values and near 1 when one has everything', () => {
  expect(gini([5, 5, 5])).toBeCloseTo(0);
  expect(gini([0, 0, 0, 12])).toBeCloseTo(0.75);
  expect(gini([])).toBe(0);
});
