// Decides when a sign-in code may be sent: limits per number, per network and for the whole installation, and when a
// captcha is required first.

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

export interface SendLimits {
  /** Minimum time in ms between two codes to one number. */
  resendMs: number;
  /**
   * Codes to one number per day, counted separately for known devices, for usual networks, and for all other callers.
   */
  perNumberAndDay: number;
  /** A network is the address range of one household or office: IPv4 /24, IPv6 /48. */
  perNetworkAndHour: number;
  perNetworkAndDay: number;
  /** Codes per day to callers unknown to their accounts; limits the cost of abusive requests for paid messages. */
  perDay: number;
  /** Counts above which a captcha must be solved first. */
  captcha: { afterOfNumber: number; afterOfNetworkAndHour: number; afterShareOfDay: number };
}

export const defaultSendLimits: SendLimits = {
  resendMs: 30 * SECOND,
  perNumberAndDay: 10,
  perNetworkAndHour: 30,
  perNetworkAndDay: 100,
  perDay: 5000,
  captcha: { afterOfNumber: 2, afterOfNetworkAndHour: 3, afterShareOfDay: 0.5 },
};

/** Number of codes sent so far; a day is the last 24 hours, an hour the last 60 minutes. */
export interface SendCounts {
  /** Codes to the number, in the caller's group (known device, usual network or other). */
  ofNumber: number;
  /** Time of the last code to the number in the caller's group, ms since the epoch. */
  lastOfNumber: number | null;
  ofNetworkAndHour: number;
  ofNetwork: number;
  ofAll: number;
  /**
   * For each reached limit, the time of the sent code that must leave the window before another code may be sent, ms
   * since the epoch. Null while the limit is not reached.
   */
  fullSince: {
    number: number | null;
    networkAndHour: number | null;
    network: number | null;
    all: number | null;
  };
}

export type SendRuling =
  | { kind: 'send' }
  | { kind: 'captcha' }
  /** `limit` is the limit that was reached; `all` concerns the operator. */
  | { kind: 'wait'; ms: number; limit: 'number' | 'network' | 'all' };

/** Multiplies the limits per network, because all users of a demonstration call from one machine. */
export function scaleSendLimits(limits: SendLimits, scale: number): SendLimits {
  return {
    ...limits,
    perNetworkAndHour: limits.perNetworkAndHour * scale,
    perNetworkAndDay: limits.perNetworkAndDay * scale,
    captcha: {
      ...limits.captcha,
      afterOfNumber: limits.captcha.afterOfNumber * scale,
      afterOfNetworkAndHour: limits.captcha.afterOfNetworkAndHour * scale,
    },
  };
}

/** Additional share of the daily limit that is reserved for known devices and networks. */
const SHARE_FOR_KNOWN = 0.2;

/**
 * Returns the limits for a device or network known to the account, so that strangers who use up the codes of the day
 * cannot lock out known users.
 */
export function limitsOfKnown(limits: SendLimits): SendLimits {
  return { ...limits, perDay: Math.ceil(limits.perDay * (1 + SHARE_FOR_KNOWN)) };
}

type Wait = Extract<SendRuling, { kind: 'wait' }>;

/** Returns the waiting time of each reached limit. */
function waitsOf({ lastOfNumber, fullSince }: SendCounts, limits: SendLimits, now: number): Wait[] {
  const windows: readonly (readonly [Wait['limit'], number | null, number])[] = [
    ['number', lastOfNumber, limits.resendMs],
    ['number', fullSince.number, DAY],
    ['network', fullSince.networkAndHour, HOUR],
    ['network', fullSince.network, DAY],
    ['all', fullSince.all, DAY],
  ];
  return windows.flatMap(([limit, since, windowMs]) => {
    const ms = since === null ? 0 : since + windowMs - now;
    return ms > 0 ? [{ kind: 'wait' as const, ms, limit }] : [];
  });
}

/**
 * Decides whether a code may be sent; `now` in ms since the epoch. The waiting time is the longest of all reached
 * limits, after which the code may be sent.
 */
export function ruleOnSend(counts: SendCounts, limits: SendLimits, now: number): SendRuling {
  const [longest] = waitsOf(counts, limits, now).sort((one, other) => other.ms - one.ms);
  if (longest !== undefined) return longest;
  const { captcha } = limits;
  const isMuch =
    counts.ofNumber > captcha.afterOfNumber ||
    counts.ofNetworkAndHour > captcha.afterOfNetworkAndHour ||
    counts.ofAll >= limits.perDay * captcha.afterShareOfDay;
  return isMuch ? { kind: 'captcha' } : { kind: 'send' };
}

/** Number of codes requested by unknown callers in a day from which the user is notified of the requests. */
export const NOTIFY_AFTER_UNKNOWN_SENDS = 3;

/** Returns the eight groups of an IPv6 address as hexadecimal numbers without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}

const plainIpv6 = (address: string): string | null => {
  const [plain = ''] = address.toLowerCase().split('%');
  return /^[0-9a-f:]+$/.test(plain) && plain.includes(':') ? plain : null;
};

function ipv4Network(address: string): string | null {
  const four = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/i.exec(address);
  return four && `${four[1]}.${four[2]}.${four[3]}.0/24`;
}

/**
 * Returns the network of an address that limits count by: "203.0.113.0/24", "2001:db8:7::/48". IPv4 addresses written
 * as IPv6 count as IPv4; any other text is a network of its own.
 */
export function networkOf(address: string): string {
  const plain = plainIpv6(address);
  return ipv4Network(address) ?? (plain ? `${groupsOf(plain).slice(0, 3).join(':')}::/48` : address);
}

/** Returns the network of a household: like `networkOf`, but with /64 for IPv6. */
export function homeNetworkOf(address: string): string {
  const plain = plainIpv6(address);
  return ipv4Network(address) ?? (plain ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : address);
}
