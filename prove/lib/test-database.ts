// Runs the short form of an experiment on a database of the tests.
import {
  createTestDatabase,
  type TestDatabase,
  testDataFolder,
} from '../../apps/server/src/kit/testing/test-database.ts';
import type { ProofReport } from './proof.ts';

/** Runs the experiment on its own migrated database, which is removed afterwards. */
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
