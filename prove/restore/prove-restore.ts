// Backs up an installation under load, restores it in several ways, and compares the copies.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { DATABASE_NAME, startEmbeddedPostgres } from '../../apps/server/src/kit/postgres/embedded.ts';
import { type MadeBackup, makeBackup } from '../../tools/backup/make-backup.ts';
import { readManifest, writeManifest } from '../../tools/backup/manifest.ts';
import { restoreBackup } from '../../tools/backup/restore-backup.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import { configOf, type Head, type Installation, startInstallation } from './installation.ts';

const MOVEMENTS_BETWEEN = 60;

const silent = () => undefined;

const backupOf = ({ config, folder }: Installation): Promise<MadeBackup> =>
  makeBackup({ config, to: join(folder, 'backups'), withCity: true, log: silent });

async function headOf(dataFolder: string, settings: Installation['settings']): Promise<Head> {
  const postgres = await startEmbeddedPostgres({ folder: dataFolder, settings });
  const client = new pg.Client({ connectionString: postgres.url(DATABASE_NAME) });
  try {
    await client.connect();
    const { rows } = await client.query<{ seq: string; hash: string }>(
      "select seq, encode(hash, 'hex') as hash from ledger_chain_links order by seq desc limit 1",
    );
    return { seq: Number(rows[0]?.seq ?? 0), hash: rows[0]?.hash ?? '' };
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/** How a copy is restored, and the range of links that must contain its last one. */
interface Expected {
  name: string;
  from: string;
  wal?: string;
  until?: Date;
  atLeast: number;
  atMost: number;
  /** Uploaded before the backup began. */
  files: readonly string[];
}

/** One sentence for each difference of a restored copy, including a rejection by the restore itself. */
async function judgeRestore(installation: Installation, expected: Expected): Promise<string[]> {
  const { name, from, wal, until, atLeast, atMost, files } = expected;
  const config = configOf(join(installation.folder, 'restored'));
  try {
    const { verification } = await restoreBackup({
      config,
      from,
      wal,
      until,
      settings: installation.settings,
      log: silent,
    });
    const found = verification.checks.flatMap(({ differences }) => differences);
    const head = await headOf(config.dataFolder, installation.settings);
    if (head.seq < atLeast) found.push(`acknowledged movements are lost: ${head.seq} of ${atLeast} links`);
    if (head.seq > atMost) found.push(`the copy is of a later moment: link ${head.seq}, at most ${atMost}`);
    if ((await installation.linkAt(head.seq)).hash !== head.hash) found.push(`link ${head.seq} differs`);
    const missing = files.filter((file) => !existsSync(join(config.dataFolder, file)));
    if (missing.length > 0) found.push(`${missing.length} uploaded files are missing`);
    return found.map((sentence) => `${name}: ${sentence}`);
  } catch (error) {
    return [`${name}: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    rmSync(config.dataFolder, { recursive: true, force: true });
  }
}

interface TestBackup {
  backup: string;
  /** The segment with the last movements. */
  lastSegment: string;
  /** Expected results of the three ways of restoring. */
  ways: readonly [plain: Expected, moment: Expected, end: Expected];
}

/** A backup, movements, a point in time, and more movements. */
async function makeHistory(installation: Installation): Promise<TestBackup> {
  const { archive: wal, head, untilMoved, uploaded } = installation;
  await untilMoved(MOVEMENTS_BETWEEN);
  const files = [...uploaded];
  const beforeBackup = await head();
  const { folder: from } = await backupOf(installation);
  const afterBackup = await head();
  await untilMoved(MOVEMENTS_BETWEEN);
  const beforeMoment = await head();
  const until = new Date();
  const afterMoment = await head();
  await untilMoved(MOVEMENTS_BETWEEN);
  const lastSegment = await installation.endLoad();
  const { seq: last } = await head();
  const plain = {
    name: 'the backup',
    from,
    files,
    atLeast: beforeBackup.seq,
    atMost: afterBackup.seq,
  };
  const moment = {
    name: 'a moment',
    from,
    files,
    wal,
    until,
    atLeast: beforeMoment.seq,
    // A movement that was committing then: its time is before the point, but it became visible after it.
    atMost: afterMoment.seq + 1,
  };
  const end = { name: 'the end of the archive', from, files, wal, atLeast: last, atMost: last };
  return { backup: from, lastSegment, ways: [plain, moment, end] };
}

interface Fault {
  fault: string;
  /** Damages the copy of the backup and of the archive. */
  plant(backup: string, archive: string, made: TestBackup): void;
  /** How the damaged copy is restored. */
  way: (made: TestBackup) => Expected;
  /** Also tried in the short form. */
  isQuick?: boolean;
  /** Pattern of the rejection; any violation counts when omitted. */
  says?: RegExp;
}

function changeByte(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

/** Removes the file from the backup and its list, as if it had never been part of it. */
function removeFromBackup(backup: string, isForgotten: (path: string) => boolean): void {
  const manifest = readManifest(backup);
  for (const { path } of manifest.files) if (isForgotten(path)) rmSync(join(backup, path));
  writeManifest(backup, { ...manifest, files: manifest.files.filter(({ path }) => !isForgotten(path)) });
}

const largest = (backup: string, within: string): string =>
  readManifest(backup)
    .files.filter(({ path }) => path.startsWith(within))
    .reduce((one, other) => (other.bytes > one.bytes ? other : one)).path;

const plainly = ({ ways }: TestBackup): Expected => ways[0];
const toTheEnd = ({ ways }: TestBackup): Expected => ways[2];

const faults: readonly Fault[] = [
  {
    fault: 'a bit of a table changed in the backup',
    plant: (backup) => changeByte(join(backup, largest(backup, 'postgres/base/'))),
    way: plainly,
    isQuick: true,
    says: /damaged: postgres\/base\/\d+\/\d+ has other content/,
  },
  {
    fault: 'a table is missing in the backup',
    plant: (backup) => rmSync(join(backup, largest(backup, 'postgres/base/'))),
    way: plainly,
    says: /damaged: postgres\/base\/\d+\/\d+ is missing/,
  },
  {
    fault: 'an uploaded file is cut off in the backup',
    plant: (backup) => truncateSync(join(backup, largest(backup, 'files/')), 10),
    way: plainly,
    says: /damaged: files\/users\//,
  },
  {
    fault: 'the manifest is cut off',
    plant: (backup) => truncateSync(join(backup, 'manifest.json'), 2000),
    way: plainly,
  },
  {
    fault: 'the backup was made without the WAL of its own time',
    plant: (backup) => removeFromBackup(backup, (path) => path.startsWith('postgres/pg_wal/')),
    way: plainly,
  },
  {
    fault: 'the backup was made without the uploaded files',
    plant: (backup) => removeFromBackup(backup, (path) => path.startsWith('files/')),
    way: plainly,
  },
  {
    fault: 'the newest segment with movements is missing in the archive',
    plant: (_backup, archive, { lastSegment }) => rmSync(join(archive, lastSegment)),
    way: toTheEnd,
    says: /acknowledged movements are lost|a segment is missing/,
  },
  {
    fault: 'a segment in the middle of the archive cannot be read',
    plant: (_backup, archive, { lastSegment, backup }) => {
      const inBackup = new Set(readdirSync(join(backup, 'postgres', 'pg_wal')));
      const [next = lastSegment] = readdirSync(archive)
        .filter((name) => /^[0-9A-F]{24}$/.test(name) && !inBackup.has(name))
        .sort();
      rmSync(join(archive, next));
      writeFileSync(join(archive, `${lastSegment.slice(0, 22)}FE`), '');
    },
    way: toTheEnd,
    says: /a segment is missing or cannot be read/,
  },
];

/** The fault is found when its copy is rejected or the restored copy is wrong. */
async function tryFault(
  installation: Installation,
  made: TestBackup,
  { fault, plant, way, says = /./ }: Fault,
): Promise<PlantedFault> {
  const expected = way(made);
  const backup = join(installation.folder, 'damaged-backup');
  const archive = join(installation.folder, 'damaged-wal');
  cpSync(expected.from, backup, { recursive: true });
  cpSync(installation.archive, archive, { recursive: true });
  try {
    plant(backup, archive, made);
    const wal = expected.wal === undefined ? {} : { wal: archive };
    const found = await judgeRestore(installation, { ...expected, from: backup, ...wal });
    return { fault, caught: found.some((sentence) => says.test(sentence)) };
  } finally {
    rmSync(backup, { recursive: true, force: true });
    rmSync(archive, { recursive: true, force: true });
  }
}

/** Restoring the backup of a ledger that was changed behind its triggers must report it. */
async function tryTampered(installation: Installation, made: TestBackup): Promise<PlantedFault> {
  await installation.tamper("update ledger_accounts set balance = balance + 1 where kind = 'bank'");
  const { folder: from } = await backupOf(installation);
  const [plain] = made.ways;
  const found = await judgeRestore(installation, { ...plain, from, atMost: Number.MAX_SAFE_INTEGER });
  return { fault: 'a balance was changed behind the triggers before the backup', caught: found.length > 0 };
}

export async function proveRestore(
  log: (line: string) => void,
  { isShort }: { isShort: boolean },
): Promise<ProofReport> {
  const installation = await startInstallation({ isShort });
  try {
    const made = await makeHistory(installation);
    const planted: PlantedFault[] = [];
    for (const fault of isShort ? faults.filter(({ isQuick }) => isQuick) : faults)
      planted.push(await tryFault(installation, made, fault));
    const violations: string[] = [];
    const ways = isShort ? made.ways.slice(1, 2) : made.ways;
    for (const way of ways) {
      violations.push(...(await judgeRestore(installation, way)));
      log(`restored ${way.name}`);
    }
    if (!isShort) planted.push(await tryTampered(installation, made));
    return { tried: ways.length, violations, planted };
  } finally {
    await installation.close();
  }
}
