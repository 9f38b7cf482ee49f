// Tests when a code may be sent: each limit at its boundary, and invariants for any history of sent codes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultSendLimits,
  homeNetworkOf,
  limitsOfKnown,
  networkOf,
  ruleOnSend,
  type SendCounts,
  scaleSendLimits,
} from './send-limits.ts';

const now = Date.UTC(2026, 5, 1, 12);
const notFull: SendCounts['fullSince'] = { number: null, networkAndHour: null, network: null, all: null };
const none: SendCounts = {
  ofNumber: 0,
  lastOfNumber: null,
  ofNetworkAndHour: 0,
  ofNetwork: 0,
  ofAll: 0,
  fullSince: notFull,
};
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const rule = (counts: Partial<SendCounts>, limits = defaultSendLimits) =>
  ruleOnSend({ ...none, ...counts }, limits, now);
const full = (since: Partial<SendCounts['fullSince']>) => ({ fullSince: { ...notFull, ...since } });

describe('a code', () => {
  test('is sent to a new number without a challenge', () => {
    expect(rule({})).toEqual({ kind: 'send' });
  });

  test.each([
    ['29 s after the last', { lastOfNumber: now - 29_000 }, { kind: 'wait', ms: 1000, limit: 'number' }],
    ['30 s after the last', { lastOfNumber: now - 30_000 }, { kind: 'send' }],
    ['as the third to the number', { ofNumber: 2 }, { kind: 'send' }],
    ['as the fourth to the number', { ofNumber: 3 }, { kind: 'captcha' }],
    [
      'as the eleventh to the number, until the first of the ten is a day old',
      full({ number: now - 5 * HOUR }),
      { kind: 'wait', ms: 19 * HOUR, limit: 'number' },
    ],
    ['as the fourth from the network this hour', { ofNetworkAndHour: 3 }, { kind: 'send' }],
    ['as the fifth from the network this hour', { ofNetworkAndHour: 4 }, { kind: 'captcha' }],
    [
      'as the 31st of the network this hour',
      full({ networkAndHour: now - 20 * MINUTE }),
      { kind: 'wait', ms: 40 * MINUTE, limit: 'network' },
    ],
    ['as the 100th from the network', { ofNetwork: 99 }, { kind: 'send' }],
    [
      'as the 101st from the network',
      full({ networkAndHour: now - 20 * MINUTE, network: now - 23 * HOUR }),
      { kind: 'wait', ms: HOUR, limit: 'network' },
    ],
    ['below half of the day’s messages', { ofAll: 2499 }, { kind: 'send' }],
    ['at half of the day’s messages', { ofAll: 2500 }, { kind: 'captcha' }],
    [
      'when the day’s messages are used up',
      full({ all: now - 24 * HOUR + 1 }),
      { kind: 'wait', ms: 1, limit: 'all' },
    ],
    ['when the day’s messages were used up a day ago', full({ all: now - 24 * HOUR }), { kind: 'send' }],
  ])('%s', (_, counts, ruling) => {
    expect(rule(counts)).toEqual(ruling);
  });

  test('is still sent to a known caller when strangers used up the daily limit', () => {
    const known = limitsOfKnown({ ...defaultSendLimits, perDay: 11 });
    expect(known).toEqual({ ...defaultSendLimits, perDay: 14 });
  });

  test('in a demonstration has the same number and daily limits, and higher network limits', () => {
    const scaled = scaleSendLimits(defaultSendLimits, 20);
    expect(rule({ ofNetworkAndHour: 60 }, scaled)).toEqual({ kind: 'send' });
    expect([scaled.perNetworkAndHour, scaled.perNetworkAndDay]).toEqual([600, 2000]);
    expect([scaled.perNumberAndDay, scaled.perDay]).toEqual([10, 5000]);
  });

  test('is never easier to get after more codes were sent', () => {
    const since = fc.option(fc.integer({ min: now - 25 * HOUR, max: now }));
    const counts = fc.record({
      ofNumber: fc.nat(12),
      lastOfNumber: fc.option(fc.integer({ min: now - 60_000, max: now })),
      ofNetworkAndHour: fc.nat(40),
      ofNetwork: fc.nat(120),
      ofAll: fc.nat(6000),
      fullSince: fc.record({ number: since, networkAndHour: since, network: since, all: since }),
    });
    const more = fc.record({ ofNumber: fc.nat(3), ofNetworkAndHour: fc.nat(9), ofAll: fc.nat(999) });
    const strictness = { send: 0, captcha: 1, wait: 2 };
    fc.assert(
      fc.property(counts, more, (before, added) => {
        const after = {
          ...before,
          ofNumber: before.ofNumber + added.ofNumber,
          ofNetworkAndHour: before.ofNetworkAndHour + added.ofNetworkAndHour,
          ofNetwork: before.ofNetwork + added.ofNetworkAndHour,
          ofAll: before.ofAll + added.ofAll,
        };
        const [one, other] = [before, after].map((each) => ruleOnSend(each, defaultSendLimits, now));
        return one !== undefined && other !== undefined && strictness[other.kind] >= strictness[one.kind];
      }),
    );
  });
});

describe('the network of the sign-in', () => {
  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:7:1::5', '2001:db8:7:1::/64'],
    ['2001:db8:7:2::5', '2001:db8:7:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['not an address', 'not an address'],
  ])('of %s is %s', (address, network) => {
    expect(homeNetworkOf(address)).toBe(network);
  });
});

describe('the network of an address', () => {
  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:7:1::5', '2001:db8:7::/48'],
    ['2001:0DB8:0007:ffff:1:2:3:4', '2001:db8:7::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['2001::5:6:7:8:9:a', '2001:0:5::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['not an address', 'not an address'],
  ])('%s is in %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('is the same for all of its 256 addresses, and for no others', () => {
    const byte = fc.nat(255);
    fc.assert(
      fc.property(byte, byte, byte, byte, byte, (a, b, c, d, e) => {
        expect(networkOf(`${a}.${b}.${c}.${d}`)).toBe(networkOf(`${a}.${b}.${c}.${e}`));
        expect(networkOf(`${a}.${b}.${c}.${d}`)).not.toBe(networkOf(`${a}.${b}.${(c + 1) % 256}.${d}`));
      }),
    );
  });
});

describe('a code in a demonstration', () => {
  const scaled = scaleSendLimits(defaultSendLimits, 20);

  test.each([
    ['to a number', { ofNumber: 40 }, { ofNumber: 41 }],
    ['from a network', { ofNetworkAndHour: 60 }, { ofNetworkAndHour: 61 }],
    ['of the day', { ofAll: 2499 }, { ofAll: 2500 }],
  ])('%s needs a challenge after so many', (_, few, many) => {
    expect(rule(few, scaled)).toEqual({ kind: 'send' });
    expect(rule(many, scaled)).toEqual({ kind: 'captcha' });
  });
});

test('the longest of several waits applies', () => {
  const counts = { lastOfNumber: now, ...full({ all: now - 24 * HOUR + 1 }) };
  expect(rule(counts)).toEqual({ kind: 'wait', ms: 30_000, limit: 'number' });
  const other = { lastOfNumber: now - 29_999, ...full({ networkAndHour: now, network: now - 23.5 * HOUR }) };
  expect(rule(other)).toEqual({ kind: 'wait', ms: HOUR, limit: 'network' });
});

test.each([
  ['1.2.3.4.5', '1.2.3.4.5'],
  ['x1.2.3.4', 'x1.2.3.4'],
  ['1234.1.1.1', '1234.1.1.1'],
  ['1.2.3.1234', '1.2.3.1234'],
  ['::FFFF:1.2.3.4', '1.2.3.0/24'],
  ['abc', 'abc'],
  ['', ''],
  ['g::1', 'g::1'],
  ['1::2 x', '1::2 x'],
  ['::', '0:0:0::/48'],
  ['1:2:3:4:5:6:7:8', '1:2:3::/48'],
  ['1:2:3:4:5:6:7::', '1:2:3::/48'],
  ['::5:6:7:8:9:a:b', '0:5:6::/48'],
  ['::5:6:7:8:9:a', '0:0:5::/48'],
  ['1::5:6:7:8:9:a', '1:0:5::/48'],
  ['FE80::1%eth0', 'fe80:0:0::/48'],
])('%j is in %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ['1::6:7:8:9:a', '1:0:0:6::/64'],
  ['', ''],
])('%j is the home %s', (address, network) => {
  expect(homeNetworkOf(address)).toBe(network);
});
