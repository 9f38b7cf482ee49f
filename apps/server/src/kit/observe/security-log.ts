// Writes security events as JSON lines next to the log, regardless of the log level: ids and keyed hashes, no personal
// data.
import { createHmac, hkdfSync } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Tx } from '../db/tables.ts';
import { createLogger, type Logger } from './logger.ts';
import { type SecurityEvent, type SecurityEventName, securityEvents } from './security-catalogue.ts';

/** The HTTP call during which an event occurs. */
export interface SecurityCall {
  /** Uid of the session's user, or id of a partner's key; null without either. */
  by: string | null;
  /** The caller's IP address; the log writes its keyed hash. */
  address: string;
  requestId: string;
}

/** The fields of one line, before serialisation. */
export type SecurityLine = Readonly<Record<string, unknown>> & { event: SecurityEventName };

export interface SecurityLog {
  /**
   * Writes one event immediately. Events of a transaction are recorded with `recordSecurity(tx, …)` instead, so that no
   * event is written for a change that was rolled back. `call` overrides fields of the current HTTP call.
   */
  write(event: SecurityEvent, call?: Partial<SecurityCall>): void;
  /** Keyed hash that links lines about the same number or address. */
  pseudonym(text: string): string;
  /** Reports the events suppressed in the current minute. */
  flush(): void;
}

export interface SecurityLogDeps {
  /** The installation's secret, from which the key of the hashes is derived. */
  secret: string;
  write: (line: SecurityLine) => void;
  /** Receives errors for events that do not match the catalogue; such a bug must not fail a request. */
  logger: Pick<Logger, 'error'>;
  now?: () => number;
  /** Returns the HTTP call in which this code runs; null in a job. */
  currentCall?: () => SecurityCall | null;
}

const PSEUDONYM_LENGTH = 16;
const MINUTE_MS = 60_000;
/** Maximum lines of one event per minute. Further ones are only counted, so that no caller can fill the disk. */
const MAX_PER_MINUTE = 300;

/**
 * Returns IPv4 addresses unchanged, also when written as IPv6. For other IPv6 addresses it returns the /64 network,
 * because a single host can use any address in it.
 */
export function hostOf(address: string): string {
  const four = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  if (four !== undefined) return four;
  const [plain = ''] = address.toLowerCase().split('%');
  if (!isIPv6(plain)) return address;
  // The URL parser converts every IPv6 address to its canonical form.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}

/** Counts the lines of the current minute by event. */
function createFloodGuard(now: () => number, report: (suppressed: SecurityEventName, count: number) => void) {
  let minute = 0;
  const written = new Map<SecurityEventName, number>();

  function close(): void {
    const over = [...written].filter(([, count]) => count > MAX_PER_MINUTE);
    written.clear();
    for (const [event, count] of over) report(event, count - MAX_PER_MINUTE);
  }

  return {
    close,
    allows(event: SecurityEventName): boolean {
      const current = Math.floor(now() / MINUTE_MS);
      if (current !== minute) close();
      minute = current;
      const count = (written.get(event) ?? 0) + 1;
      written.set(event, count);
      return count <= MAX_PER_MINUTE;
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

/**
 * In production, events are written at every log level; in a demonstration only when the log level is info or lower.
 */
export function writeSecurityLines({ mode, logLevel }: { mode: string; logLevel: string }) {
  const isWritten = mode === 'production' || ['trace', 'debug', 'info'].includes(logLevel);
  const lines = createLogger(isWritten ? 'info' : 'silent');
  return (line: SecurityLine): void => lines.info(line, 'Security event');
}

const recorded = new WeakMap<Tx, SecurityEvent[]>();

/**
 * Records an event in the transaction: it is written after the commit, and never when the transaction is rolled back.
 */
export function recordSecurity(tx: Tx, event: SecurityEvent): void {
  const events = recorded.get(tx);
  if (events === undefined) recorded.set(tx, [event]);
  else events.push(event);
}

/** Events recorded in the transaction, in order; the transactor writes them after the commit. */
export function recordedSecurity(tx: Tx): readonly SecurityEvent[] {
  return recorded.get(tx) ?? [];
}
