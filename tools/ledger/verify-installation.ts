// Verifies the ledger of an installation whose database runs.
import { join } from 'node:path';
import { createDiskStorage } from '../../apps/server/src/adapters/storage/drive-storage.ts';
import type { Config } from '../../apps/server/src/config.ts';
import { openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { demonstrationSecret } from '../../apps/server/src/kit/secret.ts';
import { type Verification, verifyLedger } from '../../apps/server/src/modules/ledger/index.ts';

/** A long report is a statement of a verification: it may take minutes on a large ledger. */
const STATEMENT_TIMEOUT_MS = 3_600_000;

export async function verifyInstallation(config: Config, connectionString: string): Promise<Verification> {
  const database = openDatabase({
    connectionString,
    applicationName: 'kerb-ledger-verify',
    maxConnections: 2,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    return await verifyLedger({
      db: database.queries,
      storage: createDiskStorage(join(config.dataFolder, 'files')),
      secret: config.secret ?? demonstrationSecret(config.dataFolder),
    });
  } finally {
    await database.close();
  }
}
