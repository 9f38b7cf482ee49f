// A database of the tests, for the short form of an experiment.
import {
  createTestDatabase,
  type TestDatabase,
  testDataFolder,
} from '../../apps/server/src/kit/testing/test-database.ts';
import type { ProofReport } from './proof.ts';

/** Runs the experiment on a migrated database of its own, which is removed afterwards. */
export async function proveOnTestDatabase(
  prove: (database: TestDatabase & { readonly folder: string }) => Promise<ProofReport>,
): Promise<ProofReport> {
  const database = await createTestDatabase();
  try {
    return await prove({ ...database, folder: testDataFolder() });
  } finally {
    await database.close();
  }
}
