// Command line of npm run second-factor:reset: removes all second factors of an admin, also of the only admin.
import { parseArgs } from 'node:util';
import { systemClock, uuidV7 } from '../../apps/server/src/adapters/clock/system-clock.ts';
import { readToolConfig } from '../../apps/server/src/config.ts';
import { openDatabase } from '../../apps/server/src/kit/db/index.ts';
import { createTransactor } from '../../apps/server/src/kit/db/transactor.ts';
import { createLogger } from '../../apps/server/src/kit/observe/logger.ts';
import { createSecurityLog, writeSecurityLines } from '../../apps/server/src/kit/observe/security-log.ts';
import { resetSecondFactorOf } from '../../apps/server/src/modules/identity/index.ts';
import { withCity } from '../database/with-database.ts';

const usage = `npm run second-factor:reset -- +59899123456 [--region <key>]

Removes the passkeys, authenticator app and recovery codes of the admin or fleet admin with this mobile number and ends
their sessions; the next sign-in sets a new second factor up. It may run beside a running server.
  --region  another city of the installation than the first one
Reads the database of DATABASE_URL, or Kerb's own in KERB_DATA, which is started for it when the server does not run.
`;

async function reset(mobile: string, key: string | undefined): Promise<string | null> {
  const config = readToolConfig();
  const security = createSecurityLog({
    // The event identifies the user by uid and contains no value to hash, so an empty secret is sufficient.
    secret: config.secret ?? '',
    // Always written, because an operator runs this command without the variables of the server.
    write: writeSecurityLines({ ...config, mode: 'production' }),
    logger: createLogger('error'),
  });
  return withCity(config, { key, purpose: 'resetting a second factor' }, async ({ databaseUrl }) => {
    const database = openDatabase({
      connectionString: databaseUrl,
      applicationName: 'kerb-second-factor-reset',
      maxConnections: 2,
    });
    try {
      const withTx = createTransactor(database.queries, { security });
      const person = await resetSecondFactorOf(mobile, { withTx, clock: systemClock, ids: uuidV7 });
      return person && (`${person.firstName} ${person.lastName}`.trim() || person.uid);
    } finally {
      await database.close();
    }
  });
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean' }, region: { type: 'string' } },
    allowPositionals: true,
  });
  const [mobile] = positionals;
  if (values.help || mobile === undefined) {
    process.stdout.write(usage);
    return values.help ? 0 : 1;
  }
  try {
    const name = await reset(mobile, values.region);
    if (name === null) throw new Error(`No admin or fleet admin has the number ${mobile}.`);
    console.log(`The second factor of ${name} is removed. The next sign-in sets a new one up.`);
    return 0;
  } catch (error) {
    console.error(`Nothing was reset. ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

process.exitCode = await main();
