// npm run region: the other cities of an installation.
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
