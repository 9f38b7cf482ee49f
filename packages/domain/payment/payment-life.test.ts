// Tests the states of a payment after reports in any order and any number of times.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { minor, ZERO } from '../kernel/index.ts';
import {
  decideReport,
  hasMoney,
  inUnitsOf,
  isAwaitingCapture,
  type KnownPayment,
  mayBecome,
  type PaymentReport,
  paymentStatus,
  restingStatus,
} from './payment-life.ts';

const asked: KnownPayment = {
  status: 'open',
  amount: minor(1234),
  currency: 'UYU',
  decimals: 2,
  goingBack: ZERO,
  captured: null,
};
const uyu = (value: string) => ({ value, currency: 'UYU' });
const report = (
  status: PaymentReport['status'],
  { value = '12.34', currency = 'UYU', refunded = null as string | null } = {},
): PaymentReport => ({
  status,
  amount: { value, currency },
  refunded: refunded === null ? null : { value: refunded, currency },
  reason: status === 'failed' ? 'Card declined' : null,
});

/** Applies the reports to a payment and records its postings, as the server does. */
function run(reports: readonly PaymentReport[]) {
  let known = asked;
  const postings: string[] = [];
  for (const one of reports) {
    const decision = decideReport(known, one);
    const to = { stay: known.status, wait: 'pending', fail: 'failed' } as const;
    const steps: KnownPayment['status'][] = [];
    switch (decision.kind) {
      case 'stay':
      case 'wait':
      case 'fail':
        steps.push(to[decision.kind]);
        break;
      case 'capture':
      case 'hold':
        postings.push(`+${decision.amount}`);
        known = { ...known, captured: decision.amount };
        steps.push(decision.kind === 'hold' ? 'held' : 'captured');
        break;
      case 'external-refund':
        break;
    }
    const back =
      'refundedExternally' in decision
        ? decision.refundedExternally
        : decision.kind === 'external-refund'
          ? decision.amount
          : 0;
    if (back > 0) {
      postings.push(`-${back}`);
      known = { ...known, goingBack: minor(known.goingBack + back) };
    }
    for (const status of steps) {
      if (status !== known.status) expect(mayBecome(known.status, status)).toBe(true);
      known = { ...known, status };
    }
    if (back > 0 && known.captured !== null && known.goingBack >= known.captured)
      known = { ...known, status: 'refunded' };
  }
  return { status: known.status, postings };
}

describe('a report about a payment', () => {
  test.each(['12.34', '12.340', '12.3400000'])('of exactly what was asked captures it: %s', (value) => {
    expect(decideReport(asked, report('captured', { value }))).toEqual({
      kind: 'capture',
      amount: 1234,
      refundedExternally: 0,
    });
  });

  test.each([
    ['less', { value: '12.33' }, 1233],
    ['more', { value: '12.35' }, 1235],
    ['a hair more', { value: '12.340000000000000001' }, null],
    ['another currency', { currency: 'USD' }, null],
    ['no number', { value: 'NaN' }, null],
    ['scientific', { value: '1234e-2' }, null],
  ])('of %s is held', (_, reported, amount) => {
    expect(decideReport(asked, report('captured', reported))).toMatchObject({ kind: 'hold', amount });
  });

  it('of a capture without an amount has no effect until the amount is known', () => {
    const silent = { ...report('captured'), amount: null };
    expect(decideReport(asked, silent)).toEqual({ kind: 'wait' });
    expect(decideReport({ ...asked, status: 'failed' }, silent)).toEqual({ kind: 'stay' });
  });

  it.each([
    ['open', 'pending', { kind: 'wait' }],
    ['pending', 'pending', { kind: 'stay' }],
    ['failed', 'pending', { kind: 'stay' }],
    ['open', 'failed', { kind: 'fail', reason: 'Card declined' }],
    ['pending', 'failed', { kind: 'fail', reason: 'Card declined' }],
    ['failed', 'failed', { kind: 'stay' }],
    ['open', 'open', { kind: 'stay' }],
    ['pending', 'open', { kind: 'stay' }],
    ['open', 'unknown', { kind: 'stay' }],
  ] as const)('of a payment that is %s and reported as %s decides', (status, reported, decision) => {
    expect(decideReport({ ...asked, status }, report(reported))).toEqual(decision);
  });

  it('of a refund in another currency refunds nothing, and of a full refund the captured amount', () => {
    const captured: KnownPayment = { ...asked, status: 'captured', captured: asked.amount };
    const inDollars = { ...report('captured'), refunded: { value: '5.00', currency: 'USD' } };
    expect(decideReport(captured, inDollars)).toEqual({ kind: 'stay' });
    expect(decideReport(captured, report('refunded', { refunded: '5.00' }))).toEqual({
      kind: 'external-refund',
      amount: 1234,
    });
    // No amount in a known currency was captured, so nothing can be refunded.
    expect(decideReport({ ...captured, captured: null }, report('refunded'))).toEqual({ kind: 'stay' });
  });

  it('in another currency is held with the reported value and a null amount', () => {
    const reported = { value: '12.34', currency: 'USD' };
    expect(decideReport(asked, report('captured', { currency: 'USD' }))).toEqual({
      kind: 'hold',
      reported,
      amount: null,
      refundedExternally: 0,
    });
  });

  it('of a capture overrides a failure, but not the other way round', () => {
    expect(decideReport({ ...asked, status: 'failed' }, report('captured')).kind).toBe('capture');
    for (const status of paymentStatus.options.filter(hasMoney))
      for (const late of ['open', 'pending', 'failed', 'unknown'] as const)
        expect(decideReport({ ...asked, status, captured: asked.amount }, report(late)).kind).toBe('stay');
  });

  it('of a failure that takes the captured amount back is a refund, once, and a failure before the capture', () => {
    const captured: KnownPayment = { ...asked, status: 'captured', captured: asked.amount };
    const declined = report('failed', { refunded: '12.34' });
    expect(decideReport(captured, declined)).toEqual({ kind: 'external-refund', amount: 1234 });
    expect(decideReport({ ...captured, goingBack: asked.amount }, declined)).toEqual({ kind: 'stay' });
    expect(decideReport({ ...asked, status: 'pending' }, declined).kind).toBe('fail');
    expect(decideReport({ ...asked, status: 'failed' }, declined)).toEqual({ kind: 'stay' });
  });

  it('of a refund made elsewhere is recorded, and refunds by Kerb are not counted twice', () => {
    const captured: KnownPayment = { ...asked, status: 'captured', captured: asked.amount };
    const part = report('captured', { refunded: '5.00' });
    expect(decideReport(captured, part)).toEqual({ kind: 'external-refund', amount: 500 });
    expect(decideReport({ ...captured, goingBack: minor(500) }, part).kind).toBe('stay');
    expect(decideReport({ ...captured, goingBack: minor(200) }, report('refunded'))).toEqual({
      kind: 'external-refund',
      amount: 1034,
    });
    expect(decideReport(captured, report('captured', { refunded: '99.00' }))).toEqual({
      kind: 'external-refund',
      amount: 1234,
    });
  });

  it('leads to one state and one capture, in any order and when repeated', () => {
    const kinds = ['open', 'pending', 'captured', 'failed', 'unknown'] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...kinds), { maxLength: 20 }), (statuses) => {
        const { status, postings } = run(statuses.map((one) => report(one)));
        expect(postings).toEqual(statuses.includes('captured') ? ['+1234'] : []);
        expect(status === 'captured').toBe(statuses.includes('captured'));
      }),
      { numRuns: 2000 },
    );
  });

  it('leads to the same state in any order of refunds and captures', () => {
    const reports = [
      report('captured'),
      report('captured', { refunded: '2.00' }),
      report('refunded'),
      report('failed'),
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...reports), { maxLength: 12 }), (given) => {
        const { status, postings } = run([...given, report('refunded')]);
        expect(status).toBe('refunded');
        expect(postings.filter((one) => one.startsWith('+'))).toEqual(['+1234']);
        expect(postings.reduce((sum, one) => sum + Number(one), 0)).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the table of transitions', () => {
  it.each([
    ['open', ['pending', 'captured', 'failed', 'held']],
    ['pending', ['captured', 'failed', 'held']],
    ['failed', ['captured', 'held']],
    ['captured', ['refunding', 'refunded']],
    ['held', ['captured', 'refunding', 'refunded']],
    ['refunding', ['captured', 'held', 'refunded']],
    ['refunded', []],
  ] as const)('leads from %s to %j only', (from, expected) => {
    expect(paymentStatus.options.filter((to) => mayBecome(from, to))).toEqual(expected);
  });

  it('never leads back to an open payment, and has no transition from a refunded one', () => {
    for (const from of paymentStatus.options) expect(mayBecome(from, 'open')).toBe(false);
    for (const to of paymentStatus.options) expect(mayBecome('refunded', to)).toBe(false);
  });

  it('lists the statuses of payments that were captured', () => {
    const captured = ['captured', 'held', 'refunding', 'refunded'];
    for (const status of paymentStatus.options) expect(hasMoney(status)).toBe(captured.includes(status));
  });

  it('lists the statuses of payments that can still be captured', () => {
    expect(paymentStatus.options.filter(isAwaitingCapture)).toEqual(['open', 'pending', 'failed']);
  });
});

it('reported money is parsed exactly or rejected', () => {
  expect(inUnitsOf(uyu('0.10'), asked)).toBe(10);
  expect(inUnitsOf(uyu('7'), asked)).toBe(700);
  expect(inUnitsOf({ value: '7', currency: 'USD' }, asked)).toBeNull();
  for (const value of ['', '-1', '1,00', '0x10', '1e3', ' 1', '1.005', '9'.repeat(16)])
    expect(inUnitsOf(uyu(value), asked), value).toBeNull();
});

it('the status after refunds depends on the refunded amount', () => {
  const captured = minor(100);
  expect(restingStatus({ held: false, active: 1, done: captured, captured })).toBe('refunding');
  expect(restingStatus({ held: false, active: 0, done: captured, captured })).toBe('refunded');
  expect(restingStatus({ held: false, active: 0, done: minor(40), captured })).toBe('captured');
  expect(restingStatus({ held: true, active: 0, done: ZERO, captured })).toBe('held');
});
