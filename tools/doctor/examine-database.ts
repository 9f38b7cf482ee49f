// Checks the database of an installation: settings, migrations, late events and jobs, WAL archive, ledger seals.
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../../apps/server/src/config.ts';
import { appRoleOf } from '../../apps/server/src/kit/db/app-role.ts';
import { isMigrated, readMigrations } from '../../apps/server/src/kit/db/index.ts';
import { serverRoot } from '../../apps/server/src/kit/package-root.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const OLDEST_MAJOR = 15;
const CLOCK_DIFFERENCE_MS = 2000;
/** Connections needed beside the server's pool: for the operator, backups, the server's listener and its jobs. */
const SPARE_CONNECTIONS = 15;
const OUTBOX_LATE_SECONDS = 60;
const JOB_LATE_MINUTES = 5;
const extensions = ['pg_trgm', 'unaccent', 'btree_gist'];

type Row = Readonly<Record<string, string | null>>;
type RunQuery = (query: string) => Promise<Row>;

async function examineVersion(ask: RunQuery): Promise<Finding> {
  const { version } = await ask("select current_setting('server_version') as version");
  const text = `PostgreSQL ${version}`;
  return Number.parseInt(version ?? '', 10) >= OLDEST_MAJOR
    ? ok('database', text)
    : problem('database', text, `Upgrade to PostgreSQL ${OLDEST_MAJOR} or newer.`);
}

async function examineClock(ask: RunQuery): Promise<Finding> {
  const before = Date.now();
  const { now } = await ask('select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now');
  const difference = Math.round(Number(now) - (before + Date.now()) / 2);
  const found = `${Math.abs(difference)} ms apart`;
  return Math.abs(difference) <= CLOCK_DIFFERENCE_MS
    ? ok('clock of the database', found)
    : problem('clock of the database', found, 'Synchronise the clocks of both machines with NTP.');
}

/** Settings required so that a crash neither loses nor damages committed transactions. */
const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
/** Other safe values of synchronous_commit: a commit waits at least until its WAL is flushed to the local disk. */
const otherDurableModes = new Set(['remote_apply', 'remote_write', 'local']);

async function examineDurability(ask: RunQuery): Promise<Finding> {
  const off: string[] = [];
  for (const [name, value] of Object.entries(durable)) {
    const { setting } = await ask(`select current_setting('${name}') as setting`);
    if (setting !== value && !otherDurableModes.has(setting ?? '')) off.push(`${name} is ${setting}`);
  }
  return off.length === 0
    ? ok('durability', 'what was acknowledged survives a crash')
    : problem('durability', off.join(', '), 'Set them on: a crash may lose payments that were acknowledged.');
}

async function examineEncoding(ask: RunQuery): Promise<Finding> {
  const { encoding } = await ask(
    'select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()',
  );
  return encoding === 'UTF8'
    ? ok('encoding', 'UTF8')
    : problem(
        'encoding',
        `${encoding}`,
        'Create the database with encoding UTF8: names in other scripts are refused.',
      );
}

async function examineExtensions(ask: RunQuery): Promise<Finding> {
  const { names } = await ask("select coalesce(string_agg(extname, ' '), '') as names from pg_extension");
  const missing = extensions.filter((name) => !(names ?? '').split(' ').includes(name));
  return missing.length === 0
    ? ok('extensions', extensions.join(', '))
    : problem(
        'extensions',
        `missing: ${missing.join(', ')}`,
        'Install postgresql-contrib, then start Kerb once.',
      );
}

async function examineConnections(ask: RunQuery, pool: number): Promise<Finding> {
  const { most, used } = await ask(
    `select current_setting('max_connections') as most,
       (select count(*) from pg_stat_activity where backend_type = 'client backend')::text as used`,
  );
  const found = `${used} of ${most} are open; one server uses up to ${pool}`;
  return Number(most) >= pool + SPARE_CONNECTIONS
    ? ok('connections', found)
    : warning(
        'connections',
        found,
        `Raise max_connections to ${pool + SPARE_CONNECTIONS} or lower DATABASE_POOL.`,
      );
}

async function examineRole(databaseUrl: string): Promise<Finding> {
  const role = await appRoleOf(databaseUrl);
  return role.separated
    ? ok('ledger guard', `the server works as ${role.role}, which may not change the ledger`)
    : warning('ledger guard', role.reason, 'docs/operate.md, "The ledger", says how to separate the users.');
}

async function examineMigrations(pool: pg.Pool): Promise<Finding> {
  return (await isMigrated(pool, await readMigrations(join(serverRoot(), 'db', 'migrations'))))
    ? ok('migrations', 'all are applied')
    : problem('migrations', 'some are not applied', 'Start Kerb once: it applies them before it serves.');
}

async function examineOutbox(ask: RunQuery): Promise<Finding> {
  const { waiting } = await ask('select count(*)::text as waiting from outbox_events where position is null');
  const { seconds } = await ask(
    `select coalesce(max(extract(epoch from now() - created_at)), 0)::int::text as seconds
     from outbox_events where position is null`,
  );
  const found = `${waiting} events wait, the oldest for ${seconds} s`;
  return Number(seconds) <= OUTBOX_LATE_SECONDS
    ? ok('events', found)
    : problem('events', found, 'Is the server running? Its log says why events are not delivered.');
}

async function examineJobs(ask: RunQuery): Promise<Finding[]> {
  const { failed } = await ask(
    'select count(*)::text as failed from graphile_worker.jobs where attempts >= max_attempts',
  );
  const { late } = await ask(
    `select count(*)::text as late from graphile_worker.jobs
     where attempts < max_attempts and locked_at is null and run_at < now() - interval '${JOB_LATE_MINUTES} minutes'`,
  );
  return [
    Number(failed) === 0
      ? ok('jobs that failed', 'none')
      : warning(
          'jobs that failed',
          `${failed} jobs failed for good`,
          'Their last_error is in graphile_worker.jobs; mend the cause, then set attempts = 0 to run them again.',
        ),
    Number(late) === 0
      ? ok('jobs that are late', 'none')
      : warning(
          'jobs that are late',
          `${late} jobs are more than ${JOB_LATE_MINUTES} minutes late`,
          'Is the server running? A long queue means that it needs a faster machine or a second server.',
        ),
  ];
}

async function examineArchive(ask: RunQuery, walArchive: string | undefined): Promise<Finding[]> {
  if (walArchive === undefined) return [];
  const { failing, last } = await ask(
    `select (last_failed_time > coalesce(last_archived_time, '-infinity'))::text as failing, last_archived_wal as last
     from pg_stat_archiver`,
  );
  return [
    failing === 'true'
      ? problem('WAL archive', `${walArchive} is not written`, 'postgres.log in the data folder says why.')
      : ok('WAL archive', `up to ${last ?? 'no segment yet'} in ${walArchive}`),
  ];
}

async function examineSeal(ask: RunQuery): Promise<Finding> {
  const { unsealed } = await ask(
    `select count(*)::text as unsealed from ledger_transactions
     where at < (extract(epoch from now() - interval '2 days') * 1000)::bigint
       and (to_timestamp(at / 1000.0) at time zone 'UTC')::date
         > coalesce((select max(day) from ledger_seals), '-infinity'::date) + 1`,
  );
  return Number(unsealed) === 0
    ? ok('seals of the ledger', 'every finished day is sealed')
    : warning(
        'seals of the ledger',
        'days that are over are not sealed',
        'npm run ledger:verify says whether it is whole.',
      );
}

async function examinePeople(ask: RunQuery, mode: Config['mode']): Promise<Finding[]> {
  const { admins } = await ask(
    "select count(*)::text as admins from users where usertype = 'admin' and approved",
  );
  const { seeded } = await ask(
    "select count(*)::text as seeded from seed_marks where name like 'demonstration%'",
  );
  const found =
    Number(admins) > 0
      ? ok('admins', `${admins} approved`)
      : warning(
          'admins',
          'there is no approved admin',
          'Open the web app: the first sign-in sets the installation up.',
        );
  const isDemonstration = mode === 'production' && Number(seeded) > 0;
  return [
    found,
    ...(isDemonstration
      ? [
          problem(
            'demonstration',
            'this production database was seeded as a demonstration',
            'Anyone knows the numbers of its people. Begin with an empty database.',
          ),
        ]
      : []),
  ];
}

export async function examineDatabase(
  { mode, databasePool, walArchive }: Pick<Config, 'mode' | 'databasePool' | 'walArchive'>,
  databaseUrl: string,
): Promise<Finding[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, application_name: 'kerb-doctor' });
  const ask: RunQuery = async (query) => (await pool.query<Row>(query)).rows[0] ?? {};
  try {
    const migrations = await examineMigrations(pool).catch(() =>
      problem('migrations', 'this is not a database of Kerb', 'Start Kerb once, or correct DATABASE_URL.'),
    );
    const findings = [
      await examineVersion(ask),
      await examineClock(ask),
      await examineDurability(ask),
      await examineEncoding(ask),
      await examineExtensions(ask),
      await examineConnections(ask, databasePool),
      ...(await examineArchive(ask, walArchive)),
      migrations,
    ];
    if (migrations.level !== 'ok') return findings;
    return [
      ...findings,
      await examineRole(databaseUrl),
      await examineOutbox(ask),
      ...(await examineJobs(ask)),
      await examineSeal(ask),
      ...(await examinePeople(ask, mode)),
    ];
  } finally {
    await pool.end();
  }
}
