// Derives the rate-limit key of an IP address: all addresses that one household or server can use share a key.

const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** Parses an IPv6 address into its eight groups; null for any other text. */
function groupsOf(address: string): number[] | null {
  // A dotted IPv4 address at the end represents the last two groups.
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const text = dotted
    ? `${dotted[1]}${hexPair(dotted[2], dotted[3])}:${hexPair(dotted[4], dotted[5])}`
    : address;
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = GROUPS - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16));
}

const hexPair = (high = '0', low = '0'): string => (Number(high) * 256 + Number(low)).toString(16);

/**
 * Returns IPv4 addresses unchanged, also when written as IPv6 (::ffff:203.0.113.7). For other IPv6 addresses it returns
 * the /64 network, because every subscriber is assigned at least a /64. Any other text is its own key.
 */
export function addressKey(address: string): string {
  if (IPV4.test(address)) return address;
  const [plain = ''] = address.toLowerCase().split('%');
  const groups = groupsOf(plain);
  if (groups === null) return address;
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
