// Proof of the states of a booking: checks planted faults first, then tries every cell of status × action × caller.
import { createAccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import { sendTo } from '../../apps/server/src/testing/send-to.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { openSubject, type Subject } from '../lib/subject.ts';
import { createRowCounter } from '../lib/written-rows.ts';
import { plantedStateFaults } from './planted.ts';
import type { Facts } from './transitions.ts';
import { type CellTools, type Tried, tryVariant } from './try-cells.ts';
import { tryPairs } from './try-pairs.ts';
import { fewPairedVariants, fewVariants, pairedVariants, type Variant, variants } from './variants.ts';

export interface StateTries {
  /** Every cell of these variants is tried. */
  readonly cells: readonly Variant[];
  /** Every pair of concurrent steps of these variants is tried. */
  readonly pairs: readonly Variant[];
}

export const allTries: StateTries = { cells: variants, pairs: pairedVariants };
export const fewTries: StateTries = { cells: fewVariants, pairs: fewPairedVariants };

const settingsIn =
  ({ modules }: Subject) =>
  async ({ autoDispatch, criticalEdits }: Facts): Promise<void> => {
    const changes = { autoDispatch, AllowCriticalEditsAdmin: criticalEdits };
    await modules.withTx((tx) => modules.settings.api.edit(tx, changes));
    modules.settings.refresh();
  };

const noTries = (): Tried => ({ tried: 0, allowed: 0, violations: [] });

async function plantFaults(tools: CellTools): Promise<PlantedFault[]> {
  const planted: PlantedFault[] = [];
  for (const { fault, variant, plant, isOfPairs } of plantedStateFaults) {
    const real = noTries();
    const faulty = noTries();
    const tryIt = isOfPairs ? tryPairs : tryVariant;
    await tryIt(variant, tools, real);
    await tryIt(variant, tools, faulty, plant(tools));
    // A violation that the real server has too does not reveal the fault.
    planted.push({ fault, caught: faulty.violations.length > 0 && real.violations.length === 0 });
  }
  return planted;
}

export async function proveStates(
  database: Omit<ProofDatabase, 'close'>,
  log: (line: string) => void,
  tries: StateTries = allTries,
): Promise<ProofReport> {
  const subject = await openSubject(database);
  const server = await subject.serve();
  const send = sendTo(server);
  const tools: CellTools = {
    environment: await createAccessEnvironment(database.pool, send),
    pool: database.pool,
    send,
    counter: await createRowCounter(database.asOwner),
    useSettings: settingsIn(subject),
  };
  const planted = await plantFaults(tools);
  log(`${planted.length} faults planted`);
  const all = noTries();
  const runs = [
    ...tries.cells.map((variant) => ({ variant, tryIt: tryVariant, what: 'cells' })),
    ...tries.pairs.map((variant) => ({ variant, tryIt: tryPairs, what: 'pairs of steps at once' })),
  ];
  for (const { variant, tryIt, what } of runs) {
    const out = noTries();
    await tryIt(variant, tools, out);
    log(`${variant.name}: ${out.tried} ${what}${out.allowed > 0 ? `, ${out.allowed} of them steps` : ''}`);
    all.tried += out.tried;
    all.allowed += out.allowed;
    all.violations.push(...out.violations);
  }
  await server.close();
  const failures = subject.takeFailures().map((failure) => `the server logged ${failure}`);
  return {
    tried: all.tried,
    violations: [...all.violations, ...failures],
    planted,
    more: { variants: tries.cells.length, steps: all.allowed },
  };
}
