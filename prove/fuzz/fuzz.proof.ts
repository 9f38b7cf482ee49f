// npm run prove -- fuzz: malformed input to routes, live sockets, uploads, map files and texts.
import type { Proof, ProofOptions } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { type FuzzOptions, fewCases, proveFuzz } from './prove-fuzz.ts';

const CALLS = 500;
const CALLS_A_ROUND = 40;

const manyCases: FuzzOptions = {
  calls: CALLS,
  total: null,
  exchanges: 2_000,
  uploads: 300,
  files: 500,
  maps: 1_000,
  wholeMaps: 20,
};

/** With a given number of calls, routes get them, and the other inputs get few cases. */
function optionsOf({ isShort, calls }: ProofOptions): FuzzOptions {
  if (calls !== null) return { ...fewCases, calls: CALLS_A_ROUND, total: calls };
  return isShort ? fewCases : manyCases;
}

export const proof: Proof = {
  name: 'fuzz',
  about: 'no route, socket, upload, map file or text makes the server fail, hang or show its inside',
  run: (log, options) => proveOnDatabase((database) => proveFuzz(database, log, optionsOf(options))),
};
