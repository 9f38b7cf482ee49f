// Command line of npm run backup: copies an installation, running or stopped, to a folder.
import { parseArgs } from 'node:util';
import { readToolConfig } from '../../apps/server/src/config.ts';
import { makeBackup } from './make-backup.ts';

const usage = `npm run backup -- --to <folder> [--keep <number>] [--without-city]

Copies the database, the uploaded files, the imported city and a demonstration's secret into a new folder below --to,
while the server runs or not. Kerb's own database is copied with its WAL; one of DATABASE_URL is dumped with pg_dump.
A production's KERB_SECRET is not in the backup: store it elsewhere, the seals of the ledger are verified with it.
  --to            the folder of the backups, on another disk
  --keep          so many complete backups stay, this one included; the oldest are removed
  --without-city  leave out the imported city, which map:import can make again
Reads KERB_DATA and DATABASE_URL as the server does. Ends with 1 when there is no new backup.
`;

function keepCountOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const keep = Number(text);
  if (!Number.isInteger(keep) || keep < 1) throw new Error('--keep is a whole number from 1.');
  return keep;
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

async function main(): Promise<number> {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: 'string' },
        keep: { type: 'string' },
        'without-city': { type: 'boolean', default: false },
        help: { type: 'boolean' },
      },
    });
    if (values.help || values.to === undefined) {
      process.stdout.write(usage);
      return values.help ? 0 : 1;
    }
    const { folder, manifest } = await makeBackup({
      config: readToolConfig(),
      to: values.to,
      keep: keepCountOf(values.keep),
      withCity: !values['without-city'],
      log: (line) => console.log(`  ${line}`),
    });
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    console.log(`The backup is ${folder}: ${manifest.files.length} files, ${megabytes(bytes)} MB.`);
    return 0;
  } catch (error) {
    console.error(`No backup was made. ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

process.exitCode = await main();
