// npm run prove -- browser: texts that people entered are shown as texts, and run on no screen, in no mail and no file.
import type { Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { proveBrowser } from './prove-browser.ts';

export const proof: Proof = {
  name: 'browser',
  about: 'scripts, formulas and markup that people enter run on no screen, in no mail and in no file',
  run: (say, { isShort }) =>
    proveOnDatabase((database) => proveBrowser(database, say, { isShort }), { city: true }),
};
