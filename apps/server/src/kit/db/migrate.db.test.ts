// Tests that migrations run once, in order and under a lock, and that a changed history is rejected.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { urlOf, withAdmin } from '../testing/template.ts';
import { migrate } from './migrate.ts';

const adminUrl = inject('kerbDatabaseUrl');
let folder = '';
let url = '';

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kerb-migrations-'));
  const name = `kerb_test_${randomBytes(6).toString('hex')}`;
  url = urlOf(adminUrl, name);
  await withAdmin(adminUrl, (client) => client.query(`create database ${name}`));
  return async () => {
    await withAdmin(adminUrl, (client) => client.query(`drop database ${name} with (force)`));
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, sql: string) => writeFileSync(join(folder, name), sql);

async function tables(): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

describe('migrate', () => {
  it('applies new migrations in order, each once', async () => {
    file('0002_b_second.sql', 'alter table a add column b int');
    file('0001_a_first.sql', 'create table a (id int)');
    expect(await migrate(url, folder)).toEqual(['0001_a_first.sql', '0002_b_second.sql']);
    file('0003_c_third.sql', 'create table c (id int)');
    expect(await migrate(url, folder)).toEqual(['0003_c_third.sql']);
    expect(await migrate(url, folder)).toEqual([]);
  });

  it('allows many servers to start at once', async () => {
    file('0001_a_first.sql', 'create table a (id int); select pg_sleep(0.1)');
    const results = await Promise.all(Array.from({ length: 5 }, () => migrate(url, folder)));
    expect(results.flat()).toEqual(['0001_a_first.sql']);
  });

  it('rolls back a migration that fails, and reports its file and error', async () => {
    file('0001_a_first.sql', 'create table a (id int); create table a (id int)');
    await expect(migrate(url, folder)).rejects.toThrow(/^0001_a_first\.sql: .*already exists/);
    expect(await tables()).toEqual(['kerb_migration']);
  });

  it('rejects a file that was changed after it was applied', async () => {
    file('0001_a_first.sql', 'create table a (id int)');
    await migrate(url, folder);
    file('0001_a_first.sql', 'create table a (id bigint)');
    await expect(migrate(url, folder)).rejects.toThrow(/0001_a_first\.sql was changed/);
  });

  it('rejects a database of a newer version of Kerb', async () => {
    file('0001_a_first.sql', 'create table a (id int)');
    await migrate(url, folder);
    rmSync(join(folder, '0001_a_first.sql'));
    await expect(migrate(url, folder)).rejects.toThrow(/newer Kerb/);
  });

  it('rejects two files with one number, and an invalid file name', async () => {
    file('0001_a_first.sql', '');
    file('0001_b_other.sql', '');
    await expect(migrate(url, folder)).rejects.toThrow(/same number/);
    rmSync(join(folder, '0001_b_other.sql'));
    file('notes.sql', '');
    await expect(migrate(url, folder)).rejects.toThrow(/notes\.sql/);
  });

  it('does not block statements while it waits for a lock, and retries until it gets it', async () => {
    file('0001_a_first.sql', 'create table a (id int)');
    await migrate(url, folder);
    file('0002_a_column.sql', 'alter table a add column b int');
    const other = await connected();
    const reader = await connected();
    await other.query('begin; select * from a');
    const migrating = migrate(url, folder, { lockWaitMs: 30, pauseMs: 10 });
    // A call that arrives during the migration's lock request would wait behind it until the other transaction ends.
    for (let call = 0; call < 20; call += 1) {
      const started = performance.now();
      await reader.query('select count(*) from a');
      expect(performance.now() - started).toBeLessThan(1_000);
    }
    await other.query('commit');
    expect(await migrating).toEqual(['0002_a_column.sql']);
    await Promise.all([other.end(), reader.end()]);
  });

  it('fails when it does not get a lock in time, and changes nothing', async () => {
    file('0001_a_first.sql', 'create table a (id int)');
    await migrate(url, folder);
    file('0002_a_column.sql', 'create table c (id int); alter table a add column b int');
    const other = await connected();
    await other.query('begin; select * from a');
    await expect(migrate(url, folder, { lockWaitMs: 10, pauseMs: 1, retryForMs: 50 })).rejects.toThrow(
      /0002_a_column\.sql: .*lock timeout/,
    );
    await other.end();
    expect(await tables()).toEqual(['a', 'kerb_migration']);
  });

  it('builds an index without a transaction while other servers wait, and again after an interruption', async () => {
    file('0001_a_first.sql', 'create table a (id int); insert into a values (1), (1)');
    await migrate(url, folder);
    const client = await connected();
    await expect(client.query('create unique index concurrently a_id on a (id)')).rejects.toThrow(
      /could not create unique index/,
    );
    await client.query('delete from a');
    file(
      '0002_a_index.sql',
      '-- no transaction\n-- Read by id.\ncreate unique index concurrently if not exists a_id on a (id);\nanalyze a;\n',
    );
    const results = await Promise.all(Array.from({ length: 4 }, () => migrate(url, folder)));
    expect(results.flat()).toEqual(['0002_a_index.sql']);
    const { rows } = await client.query(
      "select indisvalid from pg_index where indexrelid = 'a_id'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
    await client.end();
  });
});
