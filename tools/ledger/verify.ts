// Command line of npm run ledger:verify: recomputes the ledger of an installation and prints every inconsistency.
import { parseArgs } from 'node:util';
import { type Config, readToolConfig } from '../../apps/server/src/config.ts';
import { APP_ROLE, appRoleOf } from '../../apps/server/src/kit/db/app-role.ts';
import type { Check, Verification } from '../../apps/server/src/modules/ledger/index.ts';
import { withDatabase } from '../database/with-database.ts';
import { verifyInstallation } from './verify-installation.ts';

const usage = `npm run ledger:verify

Recomputes every balance, the chain of hashes, the seals with their files, and the rides of paid bookings, in plain
SQL and once more by the rules of the program, for every city of the installation. Nothing is changed. It may run beside a running server.
Reads the database of DATABASE_URL, or Kerb's own in KERB_DATA, which is started for it when the server does not run.
Ends with 0 when everything fits, with 1 when something differs or cannot be read.
`;
const MAX_SHOWN = 20;

async function verify(config: Config, databaseUrl: string): Promise<Verification & { role: string }> {
  const verification = await verifyInstallation(config, databaseUrl);
  const role = await appRoleOf(databaseUrl);
  return {
    ...verification,
    role: role.separated
      ? `the server works as ${APP_ROLE}, which may not change it`
      : `only triggers guard it from the server's own user (${role.reason}); see docs/operate.md`,
  };
}

function lineOf({ name, checked, differences }: Check): string {
  const outcome = differences.length === 0 ? 'ok' : `${differences.length} DIFFER`;
  return `  ${name.padEnd(34)}${checked.toLocaleString('en').padStart(12)}  ${outcome}`;
}

function report({ checks, head, lastSeal, role }: Verification & { role: string }): number {
  const wrong = checks.filter(({ differences }) => differences.length > 0);
  const lines = [
    ...checks.map(lineOf),
    '',
    `  Chain:     ${head ?? 'nothing was written yet'}`,
    `  Last seal: ${lastSeal === null ? 'none yet; a day is sealed soon after it is over' : `${lastSeal.day}, link ${lastSeal.through}`}`,
    `  Guard:     ${role}`,
  ];
  console.log(lines.join('\n'));
  for (const { name, differences } of wrong) {
    console.error(`\n${name}:`);
    for (const difference of differences.slice(0, MAX_SHOWN)) console.error(`  ${difference}`);
    if (differences.length > MAX_SHOWN) console.error(`  and ${differences.length - MAX_SHOWN} more`);
  }
  console.log(wrong.length === 0 ? '\nThe ledger is whole.' : '\nThe ledger DIFFERS from what was written.');
  return wrong.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  try {
    const config = readToolConfig();
    return report(
      await withDatabase(config, 'verifying the ledger', (databaseUrl) => verify(config, databaseUrl)),
    );
  } catch (error) {
    console.error(`The ledger was not verified. ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

process.exitCode = await main();
