// Writes security events as JSON lines beside the log, for any log level: ids and keyed hashes, no personal data.
import { createHmac, hkdfSync } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Tx } from '../db/tables.ts';
import { createLogger, type Logger } from './logger.ts';
import { type SecurityEvent, type SecurityEventName, securityEvents } from './security-catalogue.ts';

/** The HTTP call that an event belongs to. */
export interface SecurityCall {
  /** The uid of the session's owner, or the id of a partner's key; null without either. */
  by: string | null;
  /** The caller's IP address; the log writes its keyed hash. */
  address: string;
  requestId: string;
}

/** One line, before it is JSON. */
export type SecurityLine = Readonly<Record<string, unknown>> & { event: SecurityEventName };

export interface SecurityLog {
  /**
   * Writes one event now. What a transaction does is recorded with `recordSecurity(tx, …)` instead, so that nothing is
   * written about a change that was rolled back. `call`: in place of the HTTP call that is being handled.
   */
  write(event: SecurityEvent, call?: Partial<SecurityCall>): void;
  /** The keyed hash by which lines about one number or address can be joined. */
  pseudonym(text: string): string;
  /** Reports what was suppressed in the minute that is not over yet. */
  flush(): void;
}

export interface SecurityLogDeps {
  /** The installation's secret; the hashes are made with a key derived from it. */
  secret: string;
  write: (line: SecurityLine) => void;
  /** For an event that does not fit the catalogue: a fault of the program, which fails no request. */
  logger: Pick<Logger, 'error'>;
  now?: () => number;
  /** The HTTP call in which this code runs; null in a job. */
  currentCall?: () => SecurityCall | null;
}

const PSEUDONYM_LENGTH = 16;
const MINUTE_MS = 60_000;
/** Lines of one event in one minute; beyond them only their number is written, so that no caller fills the disk. */
const MOST_A_MINUTE = 300;

/**
 * IPv4 as it is, also when it is written as IPv6; of IPv6 the /64, because a single host can take any address in it.
 */
export function hostOf(address: string): string {
  const four = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (four !== undefined) return four;
  const [plain = ''] = address.toLowerCase().split('%');
  if (!isIPv6(plain)) return address;
  // The URL parser writes every IPv6 address in its one canonical form.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}

/** Counts the lines of the running minute by their event. */
function createFloodGuard(now: () => number, report: (suppressed: SecurityEventName, count: number) => void) {
  let minute = 0;
  const written = new Map<SecurityEventName, number>();

  function close(): void {
    const over = [...written].filter(([, count]) => count > MOST_A_MINUTE);
    written.clear();
    for (const [event, count] of over) report(event, count - MOST_A_MINUTE);
  }

  return {
    close,
    allows(event: SecurityEventName): boolean {
      const current = Math.floor(now() / MINUTE_MS);
      if (current !== minute) close();
      minute = current;
      const count = (written.get(event) ?? 0) + 1;
      written.set(event, count);
      return count <= MOST_A_MINUTE;
    },
  };
}

export function createSecurityLog(deps: SecurityLogDeps): SecurityLog {
  const { secret, logger, now = Date.now, currentCall = () => null } = deps;
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'security log', 32));
  const pseudonym = (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, PSEUDONYM_LENGTH);

  function lineOf({ event, ...fields }: SecurityEvent, call: Partial<SecurityCall>): SecurityLine | null {
    const { severity, fields: schema } = securityEvents[event];
    const parsed = schema.safeParse(fields);
    if (!parsed.success) {
      logger.error({ event, reason: parsed.error.message }, 'A security event does not fit the catalogue');
      return null;
    }
    const { number, ...rest }: { number?: string } & Record<string, unknown> = parsed.data;
    return {
      log: 'security',
      event,
      severity,
      by: call.by ?? null,
      caller: call.address === undefined ? null : pseudonym(hostOf(call.address)),
      requestId: call.requestId ?? null,
      ...rest,
      ...(number === undefined ? {} : { number: pseudonym(number) }),
    };
  }

  function put(event: SecurityEvent, call: Partial<SecurityCall>): void {
    const line = lineOf(event, call);
    if (line !== null) deps.write(line);
  }

  const guard = createFloodGuard(now, (suppressed, count) =>
    put({ event: 'events_suppressed', suppressed, count }, {}),
  );

  return {
    pseudonym,
    flush: guard.close,
    write(event, call = currentCall() ?? {}) {
      if (guard.allows(event.event)) put(event, call);
    },
  };
}

/** Production writes the events at every level of the log; a demonstration where its log is at info or below. */
export function writeSecurityLines({ mode, logLevel }: { mode: string; logLevel: string }) {
  const isWritten = mode === 'production' || ['trace', 'debug', 'info'].includes(logLevel);
  const lines = createLogger(isWritten ? 'info' : 'silent');
  return (line: SecurityLine): void => lines.info(line, 'Security event');
}

const recorded = new WeakMap<Tx, SecurityEvent[]>();

/** Records an event with the transaction: it is written after the commit, and never when that does not happen. */
export function recordSecurity(tx: Tx, event: SecurityEvent): void {
  const events = recorded.get(tx);
  if (events === undefined) recorded.set(tx, [event]);
  else events.push(event);
}

/** For the transactor, after the commit: what was recorded with it, in order. */
export function recordedSecurity(tx: Tx): readonly SecurityEvent[] {
  return recorded.get(tx) ?? [];
}
