// Ledger proof: checks planted faults first, then runs a large random load on the real wallet, then interrupted
// settlements.
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import { addBookings, addCharges, judge } from './judge.ts';
import type { LedgerDatabases } from './ledger-database.ts';
import { plantFaults } from './planted-faults.ts';
import { countStatements, cutConnection, killProcess, proveCuts } from './prove-cuts.ts';
import { createCrowd, runOperations } from './run-operations.ts';

const WORKERS = 16;
const PEOPLE = 300;

export interface ProveLedger {
  databases: LedgerDatabases;
  operations: number;
  seed: number;
  log: (line: string) => void;
}

/** Runs only the load; `more` contains its figures. */
export async function proveLoad({ databases, operations, seed, log }: ProveLedger): Promise<ProofReport> {
  const database = await databases.open();
  try {
    const load = { operations, workers: WORKERS, seed, crowd: createCrowd(PEOPLE) };
    const outcome = await runOperations(database, load);
    const perSecond = Math.round(outcome.calls / outcome.seconds);
    log(
      `${outcome.calls} calls of the wallet by ${WORKERS} workers in ${outcome.seconds.toFixed(1)} s (${perSecond}/s), ` +
        `${outcome.repeats} of them repeats, ${outcome.refused} refused`,
    );
    await addBookings(database, outcome.rides);
    await addCharges(database, outcome.charges);
    const began = performance.now();
    const violations = await judge(database, outcome);
    const verified = (performance.now() - began) / 1000;
    log(`verified in ${verified.toFixed(1)} s`);
    return {
      tried: outcome.calls,
      violations,
      planted: [],
      more: {
        perSecond,
        repeats: outcome.repeats,
        refused: outcome.refused,
        rides: outcome.rides.length,
        seconds: Math.round(outcome.seconds),
        verifySeconds: Math.round(verified),
      },
    };
  } finally {
    await database.close();
  }
}

/** Interrupts at every statement of a settlement, by both methods. */
async function proveEveryCut({
  databases,
  log,
}: ProveLedger): Promise<{ tried: number; violations: string[] }> {
  const database = await databases.open();
  try {
    const all = await countStatements(database);
    const statements = Array.from({ length: all }, (_, index) => index + 1);
    const cut = await proveCuts(database, { how: 'connection cut', cut: cutConnection, statements, all });
    const killed = await proveCuts(database, { how: 'process killed', cut: killProcess, statements, all });
    log(`a settlement of ${all} statements, cut off after each, by ending its connection and by kill -9`);
    return { tried: 2 * all, violations: [...cut, ...killed] };
  } finally {
    await database.close();
  }
}

export async function proveLedger(subject: ProveLedger): Promise<ProofReport> {
  const planted: PlantedFault[] = await plantFaults(subject.databases);
  subject.log(`${planted.length} faults planted`);
  const cuts = await proveEveryCut(subject);
  const load = await proveLoad(subject);
  return {
    tried: cuts.tried + load.tried,
    violations: [...cuts.violations, ...load.violations],
    planted,
    more: { ...load.more, cuts: cuts.tried },
  };
}
