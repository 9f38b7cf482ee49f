// Command line of npm run restore: restores a backup into an empty data folder and verifies it.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readToolConfig } from '../../apps/server/src/config.ts';
import { restoreBackup } from './restore-backup.ts';

const usage = `npm run restore -- --from <folder of a backup> [--wal <folder> [--until <time>]]

Restores a backup of npm run backup into the empty folder KERB_DATA (a dump also into the empty database DATABASE_URL),
then verifies the content of every file, the ledger and its seals. Start Kerb with the same KERB_DATA afterwards.
  --from   the folder of one backup, which has a manifest.json
  --wal    the archive of KERB_WAL_ARCHIVE: goes on from the backup to its end
  --until  the moment to stop at, such as 2026-03-05T17:15:00Z; needs --wal
Ends with 1, and leaves KERB_DATA empty, when the backup cannot be restored; with 1 when the ledger differs.
`;

function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(moment.getTime()))
    throw new Error('--until is a moment with its time zone, such as 2026-03-05T17:15:00Z.');
  return moment;
}

async function main(): Promise<number> {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        wal: { type: 'string' },
        until: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help || values.from === undefined) {
      process.stdout.write(usage);
      return values.help ? 0 : 1;
    }
    const config = readToolConfig();
    const { manifest, verification } = await restoreBackup({
      config,
      from: resolve(values.from),
      wal: values.wal === undefined ? undefined : resolve(values.wal),
      until: momentOf(values.until),
      log: (line) => console.log(`  ${line}`),
    });
    const differences = verification.checks.flatMap((check) => check.differences);
    for (const difference of differences.slice(0, 20)) console.error(`  ${difference}`);
    if (differences.length > 0) {
      console.error(`The copy is in ${config.dataFolder}, but its ledger DIFFERS from what was written.`);
      return 1;
    }
    console.log(
      `The backup of ${manifest.endedAt} is restored in ${config.dataFolder}, and its ledger is whole.`,
    );
    return 0;
  } catch (error) {
    console.error(`Nothing was restored. ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

process.exitCode = await main();
