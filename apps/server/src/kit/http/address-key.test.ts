// Tests that addresses of one subscriber share a key, and addresses of different subscribers do not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressKey } from './address-key.ts';

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::5', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

it.each(['', 'unknown', '1.2.3', '2001:db8', '1::2::3', '2001:db8:zz::1', '1:2:3:4:5:6:7:8:9'])(
  'what is no address (%s) is a key of its own',
  (text) => {
    expect(addressKey(text)).toBe(text);
  },
);

describe('IPv6', () => {
  const group = fc.integer({ min: 0, max: 0xff_ff });
  const groups = fc.tuple(group, group, group, group, group, group, group, group);
  const written = (numbers: readonly number[]) => numbers.map((one) => one.toString(16)).join(':');

  it('has one key for a /64 network, and another for the next network', () => {
    fc.assert(
      fc.property(groups, groups, (one, other) => {
        fc.pre(one[0] !== 0);
        const neighbour = [...one.slice(0, 4), ...other.slice(4)];
        expect(addressKey(written(neighbour))).toBe(addressKey(written(one)));
        const next = [...one.slice(0, 3), one[3] ^ 1, ...one.slice(4)];
        expect(addressKey(written(next))).not.toBe(addressKey(written(one)));
      }),
    );
  });
});
