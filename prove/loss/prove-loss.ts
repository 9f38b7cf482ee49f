// The proof of losses: planted faults first, then every way in which the provider of texts and the database go away.
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import { plantedLossFaults } from './planted.ts';
import { providerFailures } from './text-provider.ts';
import { type LossDatabase, openLossTools } from './tools.ts';
import { tryBreaker } from './try-breaker.ts';
import { type DatabaseLoss, databaseLosses, tryDatabase } from './try-database.ts';
import { tryTexts } from './try-texts.ts';

/** Those that take no longer than a second; the short form leaves the others out. */
const quickFailures = providerFailures.filter((failure) => failure !== 'does not answer');
const quickLosses: readonly DatabaseLoss[] = ['ends every connection', 'is away for half a second'];

export async function proveLoss(
  database: LossDatabase,
  say: (line: string) => void,
  { isShort }: { isShort: boolean },
): Promise<ProofReport> {
  const { tools, close } = await openLossTools(database, { isShort, bookings: isShort ? 8 : 40 });
  try {
    const planted: PlantedFault[] = [];
    const faults = plantedLossFaults.filter(({ isInShortForm }) => isInShortForm || !isShort);
    for (const { fault, sign, find } of faults) {
      const found = await find(tools);
      planted.push({ fault, caught: found.some((sentence) => sign.test(sentence)) });
    }
    say(`${planted.length} faults planted`);
    const violations: string[] = [];
    const failures = isShort ? quickFailures : providerFailures;
    for (const failure of failures) violations.push(...(await tryTexts(failure, tools)));
    if (!isShort) violations.push(...(await tryBreaker('answers 500', tools)));
    say(`the provider of texts failed in ${failures.length} ways`);
    const losses = isShort
      ? quickLosses
      : databaseLosses.filter((loss) => loss !== 'is killed and started again' || database.restart);
    const recovered_ms: Record<string, number> = {};
    for (const loss of losses) {
      const trial = await tryDatabase(loss, tools);
      violations.push(...trial.violations);
      recovered_ms[loss] = trial.recoveredAfterMs;
      say(`the database ${loss}: the next booking after ${trial.recoveredAfterMs} ms`);
    }
    return { tried: failures.length + losses.length, violations, planted, more: { recovered_ms } };
  } finally {
    await close();
  }
}
