// Tests of the limits on the routing engine: the size of a call, and the cost of a caller's calls at once and in a minute.
import type { Usertype } from '@kerb/domain/identity';
import { describe, expect, it } from 'vitest';
import {
  createRoutingBudget,
  defaultRoutingLimits,
  type RoutingCall,
  scaleRoutingLimits,
} from './routing-budget.ts';

const person = (uid: string, ip = '203.0.113.7', usertype: Usertype = 'rider'): RoutingCall => ({
  actor: { uid, usertype, sessionId: `session of ${uid}` },
  request: { ip, isOperator: false },
});
const visitor = (ip = '203.0.113.7'): RoutingCall => ({ actor: null, request: { ip, isOperator: false } });
const operator: RoutingCall = { actor: null, request: { ip: '203.0.113.9', isOperator: true } };

const codeOf = (admit: () => void): string => {
  try {
    admit();
    return 'admitted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

/** Number of times in a row that the same call is admitted. */
const admitted = (admit: () => void, most = 10_000): number => {
  let count = 0;
  while (count < most && codeOf(admit) === 'admitted') count += 1;
  return count;
};

/** A caller may use a quarter of the amount per minute at once. */
const atOnce = {
  person: defaultRoutingLimits.person / 4,
  visitors: defaultRoutingLimits.visitors / 4,
};

describe('a matrix', () => {
  it.each<[string, RoutingCall, number, number, string]>([
    ['rider', person('a'), 10, 10, 'admitted'],
    ['rider', person('a'), 101, 1, 'invalid_input'],
    ['driver', person('b', '203.0.113.7', 'driver'), 50, 50, 'invalid_input'],
    ['admin', person('c', '203.0.113.7', 'admin'), 50, 50, 'admitted'],
    ['fleet admin', person('d', '203.0.113.7', 'fleetadmin'), 50, 50, 'admitted'],
    ['program of the operator', operator, 50, 50, 'admitted'],
    ['program of the operator', operator, 51, 50, 'invalid_input'],
    ['visitor', visitor(), 11, 10, 'invalid_input'],
    ['visitor', visitor(), 5, 5, 'admitted'],
    ['visitor', visitor(), 26, 1, 'must_login'],
  ])('of a %s (%o) %i by %i is %s', (_, call, starts, dests, expected) => {
    expect(codeOf(() => createRoutingBudget().admitMatrix(call, starts, dests))).toBe(expected);
  });

  it('costs one unit for each pair', () => {
    const large = createRoutingBudget(defaultRoutingLimits, () => 0);
    const small = createRoutingBudget(defaultRoutingLimits, () => 0);
    expect(admitted(() => large.admitMatrix(person('a'), 10, 10))).toBe(atOnce.person / 100);
    expect(admitted(() => small.admitMatrix(person('a'), 5, 1))).toBe(atOnce.person / 5);
  });
  it('of visitors is limited to the budget of their address', () => {
    const budget = createRoutingBudget(defaultRoutingLimits, () => 0);
    expect(admitted(() => budget.admitMatrix(visitor(), 5, 5))).toBe(atOnce.visitors / 25);
    expect(codeOf(() => budget.admitMatrix(visitor('203.0.113.8'), 5, 5))).toBe('admitted');
  });
});

describe('directions', () => {
  it('of a visitor have at most the stops of the booking form; more require a session', () => {
    const budget = createRoutingBudget();
    expect(codeOf(() => budget.admitDirections(visitor(), 5))).toBe('admitted');
    expect(codeOf(() => budget.admitDirections(visitor(), 6))).toBe('must_login');
    expect(codeOf(() => budget.admitDirections(person('a'), 20))).toBe('admitted');
  });

  it('cost units for each leg', () => {
    const one = createRoutingBudget(defaultRoutingLimits, () => 0);
    const other = createRoutingBudget(defaultRoutingLimits, () => 0);
    const direct = admitted(() => one.admitDirections(visitor(), 0));
    const through = admitted(() => other.admitDirections(visitor(), 4));
    expect([direct, through]).toEqual([62, 12]);
  });
});

describe('a budget', () => {
  it('of visitors is shared by IP address, for IPv6 by its /64', () => {
    const budget = createRoutingBudget(defaultRoutingLimits, () => 0);
    admitted(() => budget.admitDirections(visitor('2001:db8::1'), 0));
    expect(codeOf(() => budget.admitDirections(visitor('2001:db8::2'), 0))).toBe('too_many_requests');
    expect(codeOf(() => budget.admitDirections(visitor('2001:db8:0:1::2'), 0))).toBe('admitted');
    expect(codeOf(() => budget.admitDirections(person('a', '2001:db8::1'), 0))).toBe('admitted');
  });

  it('of a user applies at every address, and each address has one for all its users', () => {
    const budget = createRoutingBudget(defaultRoutingLimits, () => 0);
    admitted(() => budget.admitMatrix(person('a'), 10, 10));
    expect(codeOf(() => budget.admitReverse(person('a', '198.51.100.1')))).toBe('too_many_requests');
    for (let nth = 0; nth < 9; nth += 1) admitted(() => budget.admitMatrix(person(`rider ${nth}`), 10, 10));
    expect(codeOf(() => budget.admitReverse(person('z')))).toBe('too_many_requests');
    // The call that the address could not make cost the user nothing.
    expect(admitted(() => budget.admitMatrix(person('z', '198.51.100.2'), 10, 10))).toBe(atOnce.person / 100);
  });

  it('admits a quarter of the amount per minute at once, then as much as is refilled', () => {
    let ms = 0;
    const budget = createRoutingBudget(defaultRoutingLimits, () => ms);
    const estimate = () => budget.admitDirections(person('a'), 20);
    expect(admitted(estimate)).toBe(8);
    ms = 1000;
    expect(admitted(estimate)).toBe(1);
    ms = 61_000;
    expect(admitted(estimate)).toBe(8);
  });

  it('is multiplied in a demonstration, but the maximum size of a call is not', () => {
    const budget = createRoutingBudget(scaleRoutingLimits(defaultRoutingLimits, 20), () => 0);
    expect(codeOf(() => budget.admitMatrix(person('a'), 50, 50))).toBe('invalid_input');
    expect(codeOf(() => budget.admitDirections(visitor(), 6))).toBe('must_login');
    expect(admitted(() => budget.admitDirections(visitor(), 0))).toBe(1250);
  });
});
