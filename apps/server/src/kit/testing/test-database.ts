// Creates a fresh, migrated database for one test file.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { APP_ROLE } from '../db/app-role.ts';
import { type Database, openDatabase } from '../db/database.ts';
import type { StatementObserver } from '../db/observe-statements.ts';
import { createTransactor, type WithTx } from '../db/transactor.ts';
import { markIdempotentEffect } from '../http/idempotency.ts';
import { CITY_TEMPLATE, copyDatabase, makeCityTemplate, TEMPLATE, urlOf, withAdmin } from './template.ts';

export interface TestDatabase extends Database {
  readonly withTx: WithTx;
  /**
   * Connections as the owner of the tables, for statements that the server's role may not run: DDL, truncate,
   * monitoring of connections.
   */
  readonly asOwner: pg.Pool;
}

export interface TestDatabaseOptions {
  /** Includes the demonstration city, whose files are in the run's data folder. */
  city?: boolean;
  /** Observes the statements of the returned pool; none by default. */
  observer?: StatementObserver;
}

/** Folder with the cities of this test run. */
export const testDataFolder = (): string => inject('kerbDataFolder');

export async function createTestDatabase({
  city = false,
  observer,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const adminUrl = inject('kerbDatabaseUrl');
  const name = `kerb_test_${randomBytes(6).toString('hex')}`;
  if (city) await makeCityTemplate(adminUrl, testDataFolder());
  const template = city ? CITY_TEMPLATE : TEMPLATE;
  await withAdmin(adminUrl, (client) => copyDatabase(client, name, template));
  const connectionString = urlOf(adminUrl, name);
  const database = openDatabase({
    connectionString,
    applicationName: 'kerb-test',
    role: APP_ROLE,
    observer,
  });
  const asOwner = new pg.Pool({ connectionString, application_name: 'kerb-test-owner', max: 4 });
  // Dropping the database breaks idle connections.
  asOwner.on('error', () => undefined);
  return {
    ...database,
    asOwner,
    withTx: createTransactor(database.queries, { beforeCommit: markIdempotentEffect }),
    close: async () => {
      await database.close();
      await asOwner.end();
      await withAdmin(adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}
