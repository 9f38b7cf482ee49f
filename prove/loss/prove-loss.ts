// Loss proof: checks planted faults first, then makes services and the database unavailable in every way.
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import { plantedLossFaults } from './planted.ts';
import { plantedServiceFaults } from './planted-services.ts';
import { proveServices } from './prove-services.ts';
import { providerFailures } from './provider-failures.ts';
import { type LossDatabase, openLossTools } from './tools.ts';
import { tryBreaker } from './try-breaker.ts';
import { type DatabaseLoss, databaseLosses, tryDatabase } from './try-database.ts';
import { tryTexts } from './try-texts.ts';

/** Failures of at most a second; the short form leaves the others out. */
const quickFailures = providerFailures.filter((failure) => failure !== 'does not answer');
const quickLosses: readonly DatabaseLoss[] = ['ends every connection', 'is away for half a second'];

function canBeMade(loss: DatabaseLoss, { restart, fill }: LossDatabase): boolean {
  switch (loss) {
    case 'is killed and started again':
      return restart !== undefined;
    case 'has no room for its tables':
    case 'has no room for its log':
      return fill !== undefined;
    case 'ends every connection':
    case 'is away for half a second':
    case 'does not answer for 25 seconds':
    case 'answers on new connections only':
      return true;
  }
}

export async function proveLoss(
  database: LossDatabase,
  log: (line: string) => void,
  { isShort }: { isShort: boolean },
): Promise<ProofReport> {
  const { tools, close } = await openLossTools(database, {
    isShort,
    bookings: isShort ? 8 : 40,
    city: !isShort,
  });
  try {
    const planted: PlantedFault[] = [];
    const faults = [...plantedLossFaults, ...plantedServiceFaults].filter(
      ({ isInShortForm }) => isInShortForm || !isShort,
    );
    for (const { fault, sign, find } of faults) {
      const found = await find(tools);
      planted.push({ fault, caught: found.some((sentence) => sign.test(sentence)) });
    }
    log(`${planted.length} faults planted`);
    const violations: string[] = [];
    const failures = isShort ? quickFailures : providerFailures;
    for (const failure of failures) violations.push(...(await tryTexts(failure, tools)));
    if (!isShort) violations.push(...(await tryBreaker('answers 500', tools)));
    log(`the provider of texts failed in ${failures.length} ways`);
    const services = await proveServices(tools);
    violations.push(...services.violations);
    log(`other services failed in ${services.tried} ways`);
    const losses = isShort ? quickLosses : databaseLosses.filter((loss) => canBeMade(loss, database));
    const recovered_ms: Record<string, number> = {};
    for (const loss of losses) {
      const trial = await tryDatabase(loss, tools);
      violations.push(...trial.violations);
      recovered_ms[loss] = trial.recoveredAfterMs;
      log(`the database ${loss}: the next booking after ${trial.recoveredAfterMs} ms`);
    }
    return {
      tried: failures.length + services.tried + losses.length,
      violations,
      planted,
      more: { recovered_ms, ...(services.notTried.length > 0 ? { not_tried: services.notTried } : {}) },
    };
  } finally {
    await close();
  }
}
