// Command line of npm run doctor: checks an installation and prints findings with advice.
import { parseArgs } from 'node:util';
import { type Config, ConfigError, readToolConfig } from '../../apps/server/src/config.ts';
import { reasonOf } from '../../apps/server/src/kit/reason-of.ts';
import { citiesOf, withDatabase } from '../database/with-database.ts';
import { examineDatabase } from './examine-database.ts';
import { examineMachine } from './examine-machine.ts';
import { examineProviders } from './examine-providers.ts';
import { examineSharedParts } from './examine-shared-parts.ts';
import { type Finding, lineOf, ok, problem } from './finding.ts';

const usage = `npm run doctor [-- --json]

Examines an installation, running or not: Node.js, the clock, the disk, its backups, the database with its settings and
what waits in it, pooler, replica and Redis, and whether its providers can be reached. Says what to do about each problem. Changes no data.
Reads the variables of the server; give it the same ones, and KERB_MODE=production for a production.
  --json   one line: the findings as {name, level, found, advice}
Ends with 1 when there is a problem, with 0 otherwise.
`;

function examineConfig(): { config: Config | null; findings: Finding[] } {
  try {
    return { config: readToolConfig(), findings: [ok('configuration', 'usable')] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const found = error.problems.map((one) =>
      problem('configuration', one, 'docs/operate.md, "Environment variables".'),
    );
    return { config: null, findings: found };
  }
}

/** Checks the databases of all cities; the findings of every city but the first are prefixed with its key. */
async function examineCities(config: Config, firstUrl: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const city of await citiesOf(config, firstUrl)) {
    const found = await examineDatabase(city.config, city.databaseUrl).catch((error: unknown) => {
      if (city.key === null) throw error;
      return [problem('database', reasonOf(error), `npm run region -- list, and look for ${city.key}.`)];
    });
    for (const one of found)
      findings.push(city.key === null ? one : { ...one, name: `${city.key}: ${one.name}` });
  }
  return findings;
}

async function examine(config: Config): Promise<Finding[]> {
  const database = await withDatabase(config, 'an examination', (url) => examineCities(config, url)).catch(
    (error: unknown) => [
      problem('database', reasonOf(error), 'Start PostgreSQL, or correct DATABASE_URL or KERB_DATA.'),
    ],
  );
  return [
    ...examineMachine(config),
    ...database,
    ...(await examineSharedParts(config)),
    ...(await examineProviders(process.env)),
  ];
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const { config, findings } = examineConfig();
  const all = config === null ? findings : [...findings, ...(await examine(config))];
  const count = (level: Finding['level']) => all.filter((finding) => finding.level === level).length;
  if (values.json) console.log(JSON.stringify(all));
  else {
    console.log(all.map(lineOf).join('\n'));
    console.log(`\n  Problems: ${count('problem')}, warnings: ${count('warning')}, in order: ${count('ok')}`);
  }
  return count('problem') > 0 ? 1 : 0;
}

process.exitCode = await main();
