// When a sign-in code may be sent: limits per number, per network and for the whole installation, and when a challenge is asked for first.

const SECOND = 1000;
const HOUR = 3600 * SECOND;

export interface SendLimits {
  /** ms between two codes to one number */
  resendMs: number;
  perNumberAndDay: number;
  /** A network is what one household or one office calls from: IPv4 /24, IPv6 /48. */
  perNetworkAndHour: number;
  perNetworkAndDay: number;
  /** The most codes a day in all: what a pumping of paid messages can cost at most. */
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
  ofNumber: number;
  /** The last one to the number, ms since the epoch. */
  lastOfNumber: number | null;
  ofNetworkAndHour: number;
  ofNetwork: number;
  ofAll: number;
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

/** `now` in ms since the epoch. A wait is never shorter than what remains of the pause between two codes. */
export function ruleOnSend(counts: SendCounts, limits: SendLimits, now: number): SendRuling {
  const pause = counts.lastOfNumber === null ? 0 : counts.lastOfNumber + limits.resendMs - now;
  if (pause > 0) return { kind: 'wait', ms: pause, limit: 'number' };
  // The oldest of each window is not looked up: an hour is a fair time to try again.
  if (counts.ofNumber >= limits.perNumberAndDay) return { kind: 'wait', ms: HOUR, limit: 'number' };
  if (counts.ofNetworkAndHour >= limits.perNetworkAndHour || counts.ofNetwork >= limits.perNetworkAndDay)
    return { kind: 'wait', ms: HOUR, limit: 'network' };
  if (counts.ofAll >= limits.perDay) return { kind: 'wait', ms: HOUR, limit: 'all' };
  const { captcha } = limits;
  const isMuch =
    counts.ofNumber > captcha.afterOfNumber ||
    counts.ofNetworkAndHour > captcha.afterOfNetworkAndHour ||
    counts.ofAll >= limits.perDay * captcha.afterShareOfDay;
  return isMuch ? { kind: 'captcha' } : { kind: 'send' };
}

/**
 * The network of an address: "203.0.113.0/24", "2001:db8:7::/48". IPv4 written as IPv6 is IPv4; anything else
 * than an address is a network of its own.
 */
export function networkOf(address: string): string {
  const four = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/i.exec(address);
  if (four) return `${four[1]}.${four[2]}.${four[3]}.0/24`;
  const [plain = ''] = address.toLowerCase().split('%');
  if (!/^[0-9a-f:.]+$/.test(plain) || !plain.includes(':')) return address;
  const [head = ''] = plain.split('::');
  const groups = plain.includes('::') ? head.split(':').filter(Boolean) : plain.split(':');
  const first = [0, 1, 2].map((index) => Number.parseInt(groups[index] ?? '0', 16).toString(16));
  return `${first.join(':')}::/48`;
}
