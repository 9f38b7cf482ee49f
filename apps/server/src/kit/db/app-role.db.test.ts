// Tests the server's own database role: who may create it, its permissions, and the reason reported when it is
// unavailable.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrateJobs } from '../jobs/runner.ts';
import { urlOf, withAdmin } from '../testing/template.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { APP_ROLE, appRoleOf, ensureAppRole, underRole } from './app-role.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

/** A user who owns one database and may not create roles, like a typical operator's user. */
const operator = `kerb_operator_${randomBytes(6).toString('hex')}`;
const admin = inject('kerbDatabaseUrl');

function urlOfOperator(): string {
  const url = new URL(urlOf(admin, operator));
  url.username = operator;
  url.password = 'of-the-operator';
  return url.toString();
}

beforeAll(async () => {
  await withAdmin(admin, async (client) => {
    await client.query(`create role ${operator} login password 'of-the-operator'`);
    await client.query(`create database ${operator} owner ${operator}`);
  });
  await migrate(urlOfOperator());
  await migrateJobs(urlOfOperator());
});
afterAll(() =>
  withAdmin(admin, async (client) => {
    await client.query(`drop database ${operator} with (force)`);
    await client.query(`drop role ${operator}`);
  }),
);

describe('a database whose user is only its owner', () => {
  it('is used by that user, and the reason is reported', async () => {
    const role = await ensureAppRole(urlOfOperator());
    expect(role).toEqual({ separated: false, reason: expect.stringContaining('permission denied') });
    expect(await appRoleOf(urlOfOperator())).toMatchObject({ separated: false });
  });

  it('is used with the role once a superuser has granted it', async () => {
    await withAdmin(admin, (client) => client.query(`grant ${APP_ROLE} to ${operator}`));
    expect(await ensureAppRole(urlOfOperator())).toEqual({ separated: true, role: APP_ROLE });
    // Runs again, as at every start.
    expect(await ensureAppRole(urlOfOperator())).toEqual({ separated: true, role: APP_ROLE });
    expect(await appRoleOf(urlOfOperator())).toEqual({ separated: true, role: APP_ROLE });
    const database = openDatabase({ connectionString: urlOfOperator(), role: APP_ROLE });
    const { rows } = await database.pool.query('select current_user::text as role');
    expect(rows).toEqual([{ role: APP_ROLE }]);
    await database.pool.query("select graphile_worker.add_job('kit.clean')");
    expect((await database.pool.query('delete from graphile_worker._private_jobs')).rowCount).toBe(1);
    await expect(database.pool.query('delete from ledger_entries')).rejects.toThrow('permission denied');
    await database.close();
  });

  it('is not reported as separated when the role has ledger rights from another grant', async () => {
    await withAdmin(urlOfOperator(), (client) =>
      client.query('grant update (amount) on ledger_entries to public'),
    );
    expect(await ensureAppRole(urlOfOperator())).toEqual({
      separated: false,
      reason: 'kerb_app has rights of ledger_entries: update',
    });
    await withAdmin(urlOfOperator(), (client) =>
      client.query('revoke update (amount) on ledger_entries from public'),
    );
    expect(await ensureAppRole(urlOfOperator())).toMatchObject({ separated: true });
  });
});

describe('the role', () => {
  it('may read every table and view, and write all but the protected tables', async () => {
    const database = await createTestDatabase();
    const { rows } = await database.asOwner.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p')
         and not (has_table_privilege($1, c.oid, 'select') and has_table_privilege($1, c.oid, 'insert')
           and has_table_privilege($1, c.oid, 'update') and has_table_privilege($1, c.oid, 'delete'))
       order by 1`,
      [APP_ROLE],
    );
    expect(rows.map(({ name }) => name)).toEqual(
      [
        'kerb_migration',
        'ledger_accounts',
        'ledger_chain_links',
        'ledger_entries',
        'ledger_seals',
        'ledger_transactions',
      ].map((table) => `public.${table}`),
    );
    await database.close();
  });

  it('is added to the options that an address already has', () => {
    const options = (address: string) => new URL(address).searchParams.get('options');
    expect(underRole('postgres://a:b@host/db', undefined)).toBe('postgres://a:b@host/db');
    expect(options(underRole('postgres://a:b@host/db', 'kerb_app'))).toBe('-c role=kerb_app');
    expect(options(underRole('postgres://a:b@host/db?options=-c%20jit%3Doff', 'kerb_app'))).toBe(
      '-c jit=off -c role=kerb_app',
    );
  });
});
