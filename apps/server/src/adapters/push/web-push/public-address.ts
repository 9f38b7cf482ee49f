// Only addresses of the public internet: what a person gives as the address of a push service must not reach inside.
import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IANA's special-purpose registries: nothing of these is a public server. */
const inside = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  inside.addSubnet(network, bits, 'ipv4');
/** Of the sixth version only 2000::/3 is given out; these parts of it lead elsewhere or nowhere. */
const outside6 = new BlockList();
outside6.addSubnet('2000::', 3, 'ipv6');
const special6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special6.addSubnet(network, bits, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !inside.check(address, 'ipv4');
  return version === 6 && outside6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** What a person gave as the address of a push service leads inside, or nowhere. */
export class NotPublicError extends Error {
  override name = 'NotPublicError';
}

type Found = (error: NodeJS.ErrnoException | null, address: LookupAddress[]) => void;

/**
 * A lookup that finds only public addresses: given to the connection itself, so that a name which answers otherwise
 * the second time reaches nothing either.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  const found: Found = (error, addresses) => {
    const known = error ? [] : addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = known;
    if (first === undefined)
      callback(error ?? new NotPublicError('The name leads to no public address'), '', 4);
    else if (options.all) callback(null, known);
    else callback(null, first.address, first.family);
  };
  lookup(hostname, { ...options, all: true }, found);
};
