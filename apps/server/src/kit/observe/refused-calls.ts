// Counts rejected calls by code, route and caller, and writes them to the security log once a minute.
import { hostOf, type SecurityLog } from './security-log.ts';

export interface RefusedCall {
  code: string;
  method: string;
  route: string;
  address: string;
  by: string | null;
}

export interface RefusedCalls {
  count(call: RefusedCall): void;
  /** Writes the counts since the last flush. */
  flush(): void;
  /** Writes the remaining counts and stops. */
  close(): void;
}

interface Counted {
  call: RefusedCall;
  count: number;
}

const MINUTE_MS = 60_000;
/**
 * Maximum number of pairs of caller and route counted separately in one minute; further rejected calls are counted
 * together.
 */
const MAX_GROUPS = 200;

const others: RefusedCall = { code: 'others', method: '*', route: '*', address: '', by: null };

export function createRefusedCalls(security: SecurityLog): RefusedCalls {
  let groups = new Map<string, Counted>();

  function add(key: string, call: RefusedCall): void {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { call, count: 1 });
    else group.count += 1;
  }

  function flush(): void {
    const counted = groups;
    groups = new Map();
    for (const { call, count } of counted.values()) {
      const { code, method, route, address, by } = call;
      const from = address === '' ? {} : { address, by };
      security.write({ event: 'access_refused', code, method, route, count }, from);
    }
    security.flush();
  }

  const timer = setInterval(flush, MINUTE_MS).unref();
  return {
    flush,
    count(call) {
      const { code, method, route, address, by } = call;
      const key = [code, method, route, hostOf(address), by].join(' ');
      if (groups.has(key) || groups.size < MAX_GROUPS) add(key, call);
      else add('others', others);
    },
    close() {
      clearInterval(timer);
      flush();
    },
  };
}
