// Tests which addresses are public, and that the lookup returns no others.
import { expect, it } from 'vitest';
import { isPublicAddress, lookupPublic } from './public-address.ts';

it.each(['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.255.255', '2606:4700::6810:1', '2a00:1450::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.5',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2001:db8::1',
  '2002:7f00:1::',
  'no address',
  '',
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));

it.each([{ all: true }, { all: false }, {}])('a name of this machine is not found: %j', async (options) => {
  const error = await new Promise((resolve) => lookupPublic('localhost', options, resolve));
  expect(error).toMatchObject({ name: 'NotPublicError' });
});
