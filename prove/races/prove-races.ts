// Race proof: drivers who accept concurrently, and every interleaving of two and three actions.
import type { ProofReport } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { plantedRoundsFaults } from './planted.ts';
import { type AcceptancesOptions, proveAcceptances } from './prove-acceptances.ts';
import { fewOrders, type Orders, ordersWithin, proveOrders } from './prove-orders.ts';

export interface Races {
  readonly acceptances: AcceptancesOptions;
  readonly orders: Orders;
}

const MINUTE_MS = 60_000;
/** Share of the total time for the rounds of acceptances. */
const ACCEPTANCES_SHARE = 0.3;

/** By one of the two flags: the total minutes, or the number of acceptances regardless of time. */
export const racesWithin = (minutes: number, attempts: number | null): Races => ({
  acceptances: {
    size: {
      attempts: attempts ?? Number.POSITIVE_INFINITY,
      ms: attempts === null ? minutes * ACCEPTANCES_SHARE * MINUTE_MS : Number.POSITIVE_INFINITY,
    },
    servers: 2,
    faults: plantedRoundsFaults,
  },
  orders: ordersWithin(minutes * (1 - ACCEPTANCES_SHARE)),
});

/** With a planted fault of each kind. */
export const fewRaces: Races = {
  acceptances: {
    size: { attempts: 60, ms: Number.POSITIVE_INFINITY },
    servers: 0,
    faults: plantedRoundsFaults.filter(({ isInShortForm }) => isInShortForm),
  },
  orders: fewOrders,
};

export async function proveRaces(
  database: Omit<ProofDatabase, 'close'>,
  log: (line: string) => void,
  { acceptances, orders: wanted }: Races,
): Promise<ProofReport> {
  const rounds = await proveAcceptances(database, log, acceptances);
  const stepped = await proveOrders(database, log, { wanted, environment: rounds.environment });
  return {
    tried: rounds.acceptances.tried + stepped.orders.tried,
    violations: [...rounds.acceptances.violations, ...stepped.orders.violations],
    planted: [...rounds.planted, ...stepped.planted],
    more: { attempts: rounds.acceptances.tried, orders: stepped.counts },
  };
}
