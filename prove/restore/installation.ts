// Installation under load: a cluster that archives its write-ahead log, a ledger with movements, and uploaded files.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MS_PER_DAY, minor } from '@kerb/domain/kernel';
import pg from 'pg';
import { v7 } from 'uuid';
import { createDiskStorage } from '../../apps/server/src/adapters/storage/drive-storage.ts';
import { type Config, parseConfig } from '../../apps/server/src/config.ts';
import { ensureAppRole, migrate } from '../../apps/server/src/kit/db/index.ts';
import { createTransactor } from '../../apps/server/src/kit/index.ts';
import { migrateJobs } from '../../apps/server/src/kit/jobs/runner.ts';
import { DATABASE_NAME, startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';
import { archiveSettings } from '../../apps/server/src/kit/postgres/wal-archive.ts';
import { createSealDays } from '../../apps/server/src/modules/ledger/seal-days.ts';
import { ledgerWriter } from '../../apps/server/src/modules/wallet/wallet.repository.ts';
import { openLedgerDatabase } from '../ledger/ledger-database.ts';

const WORKERS = 4;
const POLL_INTERVAL_MS = 20;
const MOVEMENTS_A_FILE = 10;

/** The last link of the ledger's chain; `hash` in hexadecimal. */
export interface Head {
  seq: number;
  hash: string;
}

const SECRET = 'secret of the restore proof';

export const configOf = (dataFolder: string): Config => ({
  ...parseConfig({ KERB_DATA: dataFolder }),
  secret: SECRET,
});

async function migratedDatabase(adminUrl: string, url: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`create database ${DATABASE_NAME}`).finally(() => admin.end());
  await migrate(url);
  await migrateJobs(url);
  const role = await ensureAppRole(url);
  if (!role.separated) throw new Error(role.reason);
  return role.role;
}

export type Installation = Awaited<ReturnType<typeof startInstallation>>;

/** The short form leaves out what only a power failure would reveal. */
export async function startInstallation({ isShort }: { isShort: boolean }) {
  const settings: Readonly<Record<string, string>> = isShort ? { fsync: 'off' } : {};
  const folder = mkdtempSync(join(tmpdir(), 'kerb-proof-restore-'));
  // The account that runs PostgreSQL must be able to enter the folders below.
  chmodSync(folder, 0o755);
  const dataFolder = join(folder, 'data');
  const archive = join(folder, 'wal');
  mkdirSync(dataFolder);
  const postgres = await startEmbeddedPostgres({
    folder: dataFolder,
    settings: { ...archiveSettings(archive, dataFolder), ...settings },
  });
  const url = postgres.url(DATABASE_NAME);
  const database = openLedgerDatabase(url, await migratedDatabase(postgres.url(), url));
  const withTx = createTransactor(database.queries);
  const storage = createDiskStorage(join(dataFolder, 'files'));
  const uploaded: string[] = [];
  const riders = Array.from({ length: 12 }, () => v7());

  async function move(): Promise<void> {
    const owner = riders[Math.floor(Math.random() * riders.length)] ?? v7();
    const amount = 1 + Math.floor(Math.random() * 5000);
    const entries = [
      { account: { kind: 'rider' as const, owner }, amount: minor(amount) },
      { account: { kind: 'bank' as const }, amount: minor(-amount) },
    ];
    const posting = {
      id: v7(),
      kind: 'topup' as const,
      reference: v7(),
      booking: null,
      txRef: 'topup',
      entries,
    };
    await withTx((tx) => ledgerWriter(tx).post({ ...posting, at: Date.now() }));
  }

  async function upload(): Promise<void> {
    const key = `users/${v7()}/profileImage.webp`;
    await storage.put(key, { bytes: Buffer.from(key.repeat(40)), contentType: 'image/webp' });
    uploaded.push(`files/${key}`);
  }

  async function linkAt(seq: number | null): Promise<Head> {
    const { rows } = await database.asOwner.query<{ seq: string; hash: string }>(
      `select seq, encode(hash, 'hex') as hash from ledger_chain_links where $1::bigint is null or seq = $1
       order by seq desc limit 1`,
      [seq],
    );
    return { seq: Number(rows[0]?.seq ?? 0), hash: rows[0]?.hash ?? '' };
  }

  // The clock of the seals is past the day of the load.
  const sealDays = createSealDays({
    db: database.queries,
    withTx,
    storage,
    clock: { now: () => Date.now() + 2 * MS_PER_DAY },
    settings: { get: async () => ({ timezone: 'UTC' }) },
    secret: SECRET,
  });

  let isLoaded = true;
  const load = Promise.all(
    Array.from({ length: WORKERS }, async () => {
      for (let count = 0; isLoaded; count += 1) {
        await move();
        if (count % MOVEMENTS_A_FILE === 0) await upload();
      }
    }),
  );
  load.catch(() => undefined);

  const head = () => linkAt(null);
  return {
    folder,
    archive,
    config: configOf(dataFolder),
    uploaded,
    settings,
    head,
    linkAt,

    /** Waits until the load has written this number of links. */
    async untilMoved(links: number): Promise<void> {
      const { seq } = await head();
      while ((await head()).seq < seq + links) await pause(POLL_INTERVAL_MS);
    },

    /** Changes rows as the owner of the database, with its triggers disabled. */
    async tamper(statement: string): Promise<void> {
      await database.asOwner.query(
        `begin; set local session_replication_role = replica; ${statement}; commit`,
      );
    },

    /** Ends the load, seals its day and archives the last segment. Returns the segment's name. */
    async endLoad(): Promise<string> {
      isLoaded = false;
      await load;
      if ((await sealDays()).length === 0) throw new Error('No day was sealed');
      const { rows } = await database.asOwner.query<{ name: string }>(
        'select pg_walfile_name(pg_switch_wal()) as name',
      );
      for (;;) {
        const { rows: archived } = await database.asOwner.query<{ isArchived: boolean }>(
          'select coalesce(last_archived_wal >= $1, false) as "isArchived" from pg_stat_archiver',
          [rows[0]?.name],
        );
        if (archived[0]?.isArchived) return rows[0]?.name ?? '';
        await pause(POLL_INTERVAL_MS);
      }
    },

    async close(): Promise<void> {
      isLoaded = false;
      await load.catch(() => undefined);
      await database.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
