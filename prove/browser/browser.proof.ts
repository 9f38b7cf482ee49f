// npm run prove -- browser: texts entered by users are rendered as text and never run as script, on any screen, in any
// e-mail or file.
import { buildWeb } from '../../tools/build/build.mjs';
import type { Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { proveBrowser } from './prove-browser.ts';

export const proof: Proof = {
  name: 'browser',
  about: 'scripts, formulas and markup that people enter run on no screen, in no mail and in no file',
  async run(log, { isShort }) {
    await buildWeb();
    return proveOnDatabase((database) => proveBrowser(database, log, { isShort }), { city: true });
  },
};
