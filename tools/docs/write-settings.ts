// npm run docs:settings: writes docs/settings.md from the schema of the settings.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../checks/source-files.ts';
import { describeSettings } from './settings-page.ts';

writeFileSync(join(root, 'docs', 'settings.md'), describeSettings());
process.stdout.write('Wrote docs/settings.md\n');
