// The proof of races: drivers who accept at the same moment, and every order of the steps of two and three actions.
import type { ProofReport } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { fewOrders, type Orders, ordersWithin, proveOrders } from './prove-orders.ts';
import { proveStorm } from './prove-storm.ts';
import type { StormSize } from './storm.ts';

export interface Races {
  readonly size: StormSize;
  /** Server processes; none for servers in this process. */
  readonly servers: number;
  readonly orders: Orders;
}

const MINUTE_MS = 60_000;
/** Of the time of the whole, what the rounds of acceptances get. */
const STORM_SHARE = 0.3;

/** Of one of the flags: the minutes of the whole, or the number of acceptances, however long they take. */
export const racesWithin = (minutes: number, attempts: number | null): Races => ({
  size: {
    attempts: attempts ?? Number.POSITIVE_INFINITY,
    ms: attempts === null ? minutes * STORM_SHARE * MINUTE_MS : Number.POSITIVE_INFINITY,
  },
  servers: 2,
  orders: ordersWithin(minutes * (1 - STORM_SHARE)),
});

export const fewRaces: Races = {
  size: { attempts: 60, ms: Number.POSITIVE_INFINITY },
  servers: 0,
  orders: fewOrders,
};

export async function proveRaces(
  database: Omit<ProofDatabase, 'close'>,
  say: (line: string) => void,
  { size, servers, orders }: Races,
): Promise<ProofReport> {
  const rounds = await proveStorm(database, say, { size, servers });
  const stepped = await proveOrders(database, say, { orders, environment: rounds.environment });
  return {
    tried: rounds.storm.tried + stepped.orders.tried,
    violations: [...rounds.storm.violations, ...stepped.orders.violations],
    planted: [...rounds.planted, ...stepped.planted],
    more: { attempts: rounds.storm.tried, orders: stepped.counts },
  };
}
