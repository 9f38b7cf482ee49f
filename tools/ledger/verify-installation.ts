// Verifies the ledger of an installation whose database runs.
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

/** A long report is a statement of a verification: it may take minutes on a large ledger. */
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

export const verifyInstallation = (config: Config, connectionString: string): Promise<Verification> =>
  withLedger(config, connectionString, verifyLedger);

/** Writes the files that seals of a recovered database lack; returns their days. */
export const writeSealFiles = (config: Config, connectionString: string): Promise<string[]> =>
  withLedger(config, connectionString, writeMissingCopies);
