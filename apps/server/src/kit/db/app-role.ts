// Creates and checks the role that the server works under: full access to all tables, except that it cannot change the
// ledger.
import pg from 'pg';
import { reasonOf } from '../reason-of.ts';
import { lockMigrations } from './migrate.ts';
import { asPgError } from './pg-error.ts';

export const APP_ROLE = 'kerb_app';

/** Tables whose rows the program inserts and never changes, with the columns it may write. */
const APPEND_ONLY: Readonly<Record<string, string>> = {
  ledger_accounts: 'kind, owner, provider',
  ledger_transactions: 'id, kind, reference, booking, tx_ref, at',
  ledger_entries: 'transaction, account, amount',
  ledger_seals: 'day, through_seq, head_hash, entries, total, sealed_at, prev_mac, mac',
};
/** Tables that only the database itself and the owner write. */
const READ_ONLY = ['ledger_chain_links', 'kerb_migration'];

export type AppRole = { separated: true; role: string } | { separated: false; reason: string };

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');
const restricted = [...Object.keys(APPEND_ONLY), ...READ_ONLY];

/**
 * Grants that can be applied repeatedly: permissions from an earlier version that the role should no longer have are
 * revoked.
 */
const grants = `
do $$
declare
  one record;
begin
  for one in
    select format('%I.%I', n.nspname, c.relname) as name, n.nspname as schema, c.relname::text as relation,
      c.relkind as kind, c.relrowsecurity as guarded
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p', 'v', 'S')
      and pg_has_role(current_user, c.relowner, 'usage')
  loop
    execute format('revoke all on %s from ${APP_ROLE}', one.name);
    if one.kind = 'S' then
      execute format('grant usage, select on sequence %s to ${APP_ROLE}', one.name);
    elsif one.kind = 'v' or (one.schema = 'public' and one.relation in (${quoted(restricted)})) then
      execute format('grant select on %s to ${APP_ROLE}', one.name);
    else
      execute format('grant select, insert, update, delete on %s to ${APP_ROLE}', one.name);
    end if;
    if one.guarded and not exists (select from pg_policies p
        where p.schemaname = one.schema and p.tablename = one.relation and p.policyname = '${APP_ROLE}') then
      execute format('create policy ${APP_ROLE} on %s to ${APP_ROLE} using (true) with check (true)', one.name);
    end if;
  end loop;
end $$;
${Object.entries(APPEND_ONLY)
  .map(([table, columns]) => `grant insert (${columns}) on public.${table} to ${APP_ROLE};`)
  .join('\n')}
grant usage on schema public, graphile_worker to ${APP_ROLE};
revoke all on function public.ledger_hold(uuid[]) from public;
grant execute on function public.ledger_hold(uuid[]) to ${APP_ROLE};
grant execute on all functions in schema graphile_worker to ${APP_ROLE};
alter default privileges in schema public grant select, insert, update, delete on tables to ${APP_ROLE};
alter default privileges in schema public grant usage, select on sequences to ${APP_ROLE};`;

/** Creates the role; throws PostgreSQL's error when this user may not. */
async function makeRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE]);
  if (rowCount === 0) {
    // Roles are shared by all databases of a server, so another installation may create it at the same time.
    await client.query(`create role ${APP_ROLE} nologin`).catch((error: unknown) => {
      if (!['42710', '23505'].includes(asPgError(error)?.code ?? '')) throw error;
    });
  }
  const may = await client.query<{ enter: boolean }>(
    `select pg_has_role(current_user, $1, 'member') as enter`,
    [APP_ROLE],
  );
  if (!may.rows[0]?.enter) await client.query(`grant ${APP_ROLE} to current_user`);
}

/** Permissions to change the ledger that the role still has from another source. */
async function rightsLeft(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select t.name || ': ' || p.privilege as name
     from unnest($2::text[]) as t (name), unnest(array['update', 'delete', 'truncate', 'trigger']) as p (privilege)
     where has_table_privilege($1, 'public.' || t.name, p.privilege)
        or (p.privilege = 'update' and has_any_column_privilege($1, 'public.' || t.name, 'update'))`,
    [APP_ROLE, restricted],
  );
  return rows.map(({ name }) => name);
}

/** Takes on the role as the server does; throws PostgreSQL's error when this user may not. */
async function tryRole(client: pg.Client): Promise<AppRole> {
  const left = await rightsLeft(client);
  if (left.length > 0) return { separated: false, reason: `${APP_ROLE} has rights of ${left.join(', ')}` };
  await client.query(`set role ${APP_ROLE}`);
  await client.query('select count(*) from ledger_hold(array[]::uuid[])');
  return { separated: true, role: APP_ROLE };
}

/**
 * Creates only the role, before a dump that refers to it is restored. Does nothing when this user may not create roles.
 */
export async function makeAppRole(connectionString: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    await makeRole(client);
    return { separated: true, role: APP_ROLE };
  });
}

/**
 * Creates the role, grants what the server needs, and tries it. When the database's user may not create roles, the
 * server works as that user and only triggers protect the ledger; `reason` then contains the cause.
 */
export function ensureAppRole(connectionString: string): Promise<AppRole> {
  return withClient(connectionString, async (client) => {
    await lockMigrations(client);
    await makeRole(client);
    await client.query(`begin;${grants};commit`);
    return tryRole(client);
  });
}

/** Reads whether the server works under its own role; changes nothing. */
export const appRoleOf = (connectionString: string): Promise<AppRole> =>
  withClient(connectionString, tryRole);

async function withClient(
  connectionString: string,
  work: (client: pg.Client) => Promise<AppRole>,
): Promise<AppRole> {
  const client = new pg.Client({ connectionString, application_name: 'kerb-role' });
  await client.connect();
  try {
    return await work(client);
  } catch (error) {
    if (asPgError(error) === null) throw error;
    return { separated: false, reason: reasonOf(error) };
  } finally {
    await client.end();
  }
}

/** Adds a role to the address: PostgreSQL applies it before the first statement. */
export function underRole(connectionString: string, role: string | undefined): string {
  if (role === undefined) return connectionString;
  const url = new URL(connectionString);
  const options = url.searchParams.get('options');
  url.searchParams.set('options', [...(options ? [options] : []), `-c role=${role}`].join(' '));
  return url.toString();
}
