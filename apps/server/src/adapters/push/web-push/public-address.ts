// Restricts connections to public internet addresses, so that a push subscription's URL cannot reach the internal
// network.
import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks in IANA's special-purpose registries, which contain no public servers. */
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
/** Only 2000::/3 contains public IPv6 addresses, except for the subnets in `reservedIpv6`. */
const nonPublicIpv6 = new BlockList();
nonPublicIpv6.addSubnet('2000::', 3, 'ipv6');
const reservedIpv6 = new BlockList();
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reservedIpv6.addSubnet(network, bits, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !inside.check(address, 'ipv4');
  return version === 6 && nonPublicIpv6.check(address, 'ipv6') && !reservedIpv6.check(address, 'ipv6');
}

/** The subscription's URL leads to an internal or unusable address. */
export class NotPublicError extends Error {
  override name = 'NotPublicError';
}

type Found = (error: NodeJS.ErrnoException | null, address: LookupAddress[]) => void;

/**
 * A DNS lookup that returns only public addresses. It is passed to the connection itself, so that a host name which
 * resolves differently the second time cannot bypass it.
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
