// Verifies the ledgers of all cities of an installation whose database is running.
import { join } from 'node:path';
import { createDiskStorage } from '../../apps/server/src/adapters/storage/drive-storage.ts';
import type { Config } from '../../apps/server/src/config.ts';
import { openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { demonstrationSecret } from '../../apps/server/src/kit/secret.ts';
import {
  type Verification,
  verifyLedger,
  writeMissingCopies,
} from '../../apps/server/src/modules/ledger/index.ts';
import { citiesOf } from '../database/with-database.ts';

/** Timeout of one SQL statement of the verification, which may take minutes on a large ledger: 1 hour. */
const STATEMENT_TIMEOUT_MS = 3_600_000;

async function withLedger<Result>(
  config: Config,
  connectionString: string,
  work: (ledger: Parameters<typeof verifyLedger>[0]) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({
    connectionString,
    applicationName: 'kerb-ledger-verify',
    maxConnections: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    return await work({
      db: database.queries,
      storage: createDiskStorage(join(config.dataFolder, 'files')),
      secret: config.secret ?? demonstrationSecret(config.dataFolder),
    });
  } finally {
    await database.close();
  }
}

/** Verifies each city's ledger separately; check names of every city but the first are prefixed with its key. */
export async function verifyInstallation(config: Config, firstUrl: string): Promise<Verification> {
  const [first, ...others] = await citiesOf(config, firstUrl);
  if (first === undefined) throw new Error('There is no city');
  const verification = await withLedger(first.config, first.databaseUrl, verifyLedger);
  const checks = [...verification.checks];
  for (const city of others) {
    const own = await withLedger(city.config, city.databaseUrl, verifyLedger);
    for (const check of own.checks) checks.push({ ...check, name: `${city.key}: ${check.name}` });
  }
  return { ...verification, checks };
}

/** Writes the missing files of seals that a recovered database contains; returns the sorted days of these seals. */
export async function writeSealFiles(config: Config, firstUrl: string): Promise<string[]> {
  const days = new Set<string>();
  for (const city of await citiesOf(config, firstUrl))
    for (const day of await withLedger(city.config, city.databaseUrl, writeMissingCopies)) days.add(day);
  return [...days].sort();
}
