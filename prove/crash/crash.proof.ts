// npm run prove -- crash: calls interrupted at each of their statements, and processes killed at random times.
import type { Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { proveKills } from './kills/prove-kills.ts';
import { proveCrash } from './prove-crash.ts';

const MINUTES = 12;
const SHORT_KILLS = 3;
const SEED = 1;

export const proof: Proof = {
  name: 'crash',
  about:
    'a call cut off anywhere is done whole or not at all, its repeat does the rest, and kills lose nothing acknowledged',
  async run(log, { isShort, kills, minutes }) {
    const cut = await proveOnDatabase((database) => proveCrash(database, log, { isShort }));
    const size = {
      kills: kills ?? (isShort ? SHORT_KILLS : null),
      minutes: minutes ?? (kills === null ? MINUTES : Number.POSITIVE_INFINITY),
      seed: SEED,
    };
    const killed = await proveKills(size, log);
    return {
      tried: cut.tried + killed.tried,
      violations: [...cut.violations, ...killed.violations],
      planted: [...cut.planted, ...killed.planted],
      more: killed.more ?? {},
    };
  },
};
