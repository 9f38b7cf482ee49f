// Command line of npm run region, which manages the cities of an installation beside the first one.
import { readToolConfig } from '../../apps/server/src/config.ts';
import { reasonOf } from '../../apps/server/src/kit/reason-of.ts';
import { regionCommand } from './region-command.ts';

try {
  process.exitCode = await regionCommand(process.argv.slice(2), readToolConfig(), (line) =>
    console.log(line),
  );
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
