// Checks that scripts, formulas and markup in user input have no effect on screens, in e-mails and in files, and that
// the check detects planted faults.
import { expect, inject, test } from 'vitest';
import { proveBrowser } from '../prove/browser/prove-browser.ts';
import { proveOnDatabase } from '../prove/lib/proof-server.ts';
import { makeServerPlace } from './api/running-server.ts';

test('scripts in user input do not run on any screen, in any e-mail or in any file', async () => {
  const { folder } = await makeServerPlace(inject('kerbDemonstration'));
  const report = await proveOnDatabase(
    (database) => proveBrowser(database, () => undefined, { isShort: true }),
    { folder },
  );
  expect(report.more).toMatchObject({ kinds: 16, screens: 3, texts: 16, shown: 16 });
  expect(report.planted.filter(({ caught }) => !caught)).toEqual([]);
  expect(report.planted).toHaveLength(8);
  expect(report.violations).toEqual([]);
});
