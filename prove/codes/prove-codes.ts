// Proof of sign-in codes: checks planted faults first, then runs each attack on the real server.
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { type Attack, type AttackReport, type AttackSize, attacks } from './attacks.ts';
import { openCodesServer } from './codes-server.ts';
import { type CodeFault, codeFaults, quickCodeFaults } from './planted.ts';

export interface CodesTries {
  readonly size: AttackSize;
  /** Size of the attacks on servers with a planted fault. */
  readonly plantedSize: AttackSize;
  readonly faults: readonly CodeFault[];
}

export const allTries: CodesTries = {
  size: { networks: 1_000, numbers: 10_000, perDay: 1_000, people: 100 },
  plantedSize: { networks: 30, numbers: 120, perDay: 40, people: 4 },
  faults: codeFaults,
};

const smallest: AttackSize = { networks: 10, numbers: 30, perDay: 12, people: 2 };
export const fewTries: CodesTries = { size: smallest, plantedSize: smallest, faults: quickCodeFaults };

/** Runs the attacks one after the other on one server. `perDay`: its limit, where it differs from that of the size. */
async function tryAttacks(
  database: Omit<ProofDatabase, 'close'>,
  tried: readonly Attack[],
  { size, perDay = size.perDay }: { size: AttackSize; perDay?: number | undefined },
): Promise<AttackReport> {
  const server = await openCodesServer(database, perDay);
  try {
    const reports: AttackReport[] = [];
    for (const attack of tried) {
      await database.asOwner.query('truncate otp_challenges, captcha_solutions');
      reports.push(await attack(server, size));
    }
    return {
      figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
      violations: reports.flatMap(({ violations }) => violations),
    };
  } finally {
    await server.close();
  }
}

export async function proveCodes(
  database: Omit<ProofDatabase, 'close'>,
  log: (line: string) => void,
  { size, plantedSize, faults }: CodesTries,
): Promise<ProofReport> {
  const planted: PlantedFault[] = [];
  for (const { fault, attack, sign, sql, undo, perDay } of faults) {
    if (sql) await database.asOwner.query(sql);
    const { violations } = await tryAttacks(database, [attacks[attack]], { size: plantedSize, perDay });
    if (undo) await database.asOwner.query(undo);
    log(`${fault}: ${violations.join('; ')}`);
    planted.push({ fault, caught: violations.some((sentence) => sign.test(sentence)) });
  }
  const { figures, violations } = await tryAttacks(database, Object.values(attacks), { size });
  log(JSON.stringify(figures));
  return { tried: 2 * size.numbers, violations, planted, more: { ...size, ...figures } };
}
