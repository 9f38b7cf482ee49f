// When a sign-in code may be sent: limits per number, per network and for the whole installation, and when a challenge is asked for first.

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

export interface SendLimits {
  /** ms between two codes to one number */
  resendMs: number;
  /** In each allowance of the number: that of a known device, of a usual network, and of everyone else together. */
  perNumberAndDay: number;
  /** A network is what one household or one office calls from: IPv4 /24, IPv6 /48. */
  perNetworkAndHour: number;
  perNetworkAndDay: number;
  /** The most codes a day to callers that their accounts do not know: what a pumping of paid messages can cost. */
  perDay: number;
  /** Above these, a challenge has to be solved first. */
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

/** Codes sent so far; a day is the last 24 hours, an hour the last 60 minutes. */
export interface SendCounts {
  /** To the number, in the caller's allowance. */
  ofNumber: number;
  /** The last one to the number in the caller's allowance, ms since the epoch. */
  lastOfNumber: number | null;
  ofNetworkAndHour: number;
  ofNetwork: number;
  ofAll: number;
  /**
   * Where a limit is reached: when the code was sent that has to leave the window before another may be sent,
   * ms since the epoch. Null while the limit is not reached.
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
  /** `limit` says which one was reached; `all` is the operator's business. */
  | { kind: 'wait'; ms: number; limit: 'number' | 'network' | 'all' };

/** A demonstration's people all call from one machine: what counts by network is multiplied. */
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

/** So much more of a day's codes than strangers may use up is there for known devices and networks. */
const SHARE_FOR_KNOWN = 0.2;

/**
 * For a device or network that the number's account knows: strangers who use up the codes of the day do not lock such
 * people out.
 */
export function limitsOfKnown(limits: SendLimits): SendLimits {
  return { ...limits, perDay: Math.ceil(limits.perDay * (1 + SHARE_FOR_KNOWN)) };
}

type Wait = Extract<SendRuling, { kind: 'wait' }>;

/** What each reached limit makes the caller wait. */
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

/** `now` in ms since the epoch. The wait is the longest of all limits that are reached: after it the code may be sent. */
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

/** From so many codes of unknown callers in a day on, the person is notified that someone asks for codes. */
export const NOTIFY_AFTER_UNKNOWN_SENDS = 3;

/** The eight groups of an IPv6 address as hexadecimal without leading zeros. */
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
 * The network of an address that limits count by: "203.0.113.0/24", "2001:db8:7::/48". IPv4 written as IPv6 is
 * IPv4; anything else than an address is a network of its own.
 */
export function networkOf(address: string): string {
  const plain = plainIpv6(address);
  return ipv4Network(address) ?? (plain ? `${groupsOf(plain).slice(0, 3).join(':')}::/48` : address);
}

/** The network that a household signs in from: as `networkOf`, but a /64 of IPv6. */
export function homeNetworkOf(address: string): string {
  const plain = plainIpv6(address);
  return ipv4Network(address) ?? (plain ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : address);
}
