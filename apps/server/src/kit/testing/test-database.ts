// A fresh, migrated database for one test file.
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { createTransactor, type WithTx } from '../db/transactor.ts';
import { TEMPLATE, urlOf, withAdmin } from './template.ts';

export interface TestDatabase extends Database {
  readonly withTx: WithTx;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('kerbDatabaseUrl');
  const name = `kerb_test_${randomBytes(6).toString('hex')}`;
  await withAdmin(adminUrl, (client) => client.query(`create database ${name} template ${TEMPLATE}`));
  const database = openDatabase({ connectionString: urlOf(adminUrl, name), applicationName: 'kerb-test' });
  return {
    ...database,
    withTx: createTransactor(database.queries),
    close: async () => {
      await database.close();
      await withAdmin(adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
