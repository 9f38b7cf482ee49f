// Sends malformed input to all inputs of the server: routes, live sockets, uploads, map files and texts. No internal
// error and no internal detail may appear; a failure is reported with the fewest changes that cause it.
import { type RouteName, routes } from '@kerb/contract';
import type { FastifyInstance } from 'fastify';
import { createAccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import { callOf, sendTo } from '../../apps/server/src/testing/send-to.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { createSubjectApp, openSubject } from '../lib/subject.ts';
import { seededDraw } from './change-input.ts';
import { fuzzLanguages, type LanguageRound, openLanguages, plantLanguageFaults } from './fuzz-languages.ts';
import { fuzzMaps, plantMapFaults } from './fuzz-maps.ts';
import { type Fuzzed, type FuzzRound, type FuzzSend, fuzzRoutes, routeFaults } from './fuzz-routes.ts';
import { fuzzSockets, plantSocketFaults, type SocketRound } from './fuzz-sockets.ts';
import { fuzzUploads, plantUploadFaults, sendUpload, type UploadRound } from './fuzz-uploads.ts';
import { openLiveClient } from './live-client.ts';

const SEED = 20_260_311;
/** Enough calls to draw each unusual value. */
const PLANTED_CALLS = 400;
const PLANTED_EXCHANGES = 60;
const PLANTED_UPLOADS = 60;
const PLANTED_FILES = 20;
const PLANTED_MAPS = 20;

type FuzzDatabase = Omit<ProofDatabase, 'close'>;
type Log = (line: string) => void;

export interface FuzzOptions {
  /** Calls of each route in a round. */
  readonly calls: number;
  /** Total number of calls of routes, in rounds with other changes and new users; null for one round. */
  readonly total: number | null;
  /** Exchanges over the live socket for each role. */
  readonly exchanges: number;
  /** Uploads to each route that accepts files. */
  readonly uploads: number;
  /** Files of texts for each language. */
  readonly files: number;
  /** Map files that are prepared, and those that go through the complete import. */
  readonly maps: number;
  readonly wholeMaps: number;
}

/** The size of the test suite. */
export const fewCases: FuzzOptions = {
  calls: 6,
  total: null,
  exchanges: 15,
  uploads: 6,
  files: 15,
  maps: 15,
  wholeMaps: 0,
};

interface Part {
  readonly tried: number;
  readonly violations: readonly string[];
  readonly planted: readonly PlantedFault[];
}

/** Called last, because their effects would change the other calls. */
const lastRoutes = new Set<RouteName>(['editSettings', 'deleteLanguage', 'editLanguage']);

function allNames(): RouteName[] {
  const names = Object.keys(routes) as RouteName[];
  return [...names.filter((name) => !lastRoutes.has(name)), ...lastRoutes];
}

function sendChanged(server: Pick<FastifyInstance, 'inject'>): FuzzSend {
  let sent = 0;
  return async function send(name, { params, query, body }, caller) {
    sent += 1;
    const encoded = Object.fromEntries(
      Object.entries(params).map(([key, value]) => [
        key,
        encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\ufffd')),
      ]),
    );
    const call = callOf(name, { params: encoded, query }, caller);
    const isJson = body !== undefined && !('content-type' in call.headers);
    const response = await server.inject({
      ...call,
      ...(isJson
        ? { payload: JSON.stringify(body), headers: { ...call.headers, 'content-type': 'application/json' } }
        : {}),
      remoteAddress: `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    });
    return { status: response.statusCode, text: response.body };
  };
}

/** Reports a violation once, in the round that finds it. */
async function fuzzInRounds(
  round: Omit<FuzzRound, 'draw' | 'names'>,
  total: number | null,
  log: Log,
): Promise<Fuzzed> {
  const violations = new Set<string>();
  const started = performance.now();
  let tried = 0;
  for (let number = 0; number === 0 || tried < (total ?? 0); number += 1) {
    const found = await fuzzRoutes({ ...round, draw: seededDraw(SEED + number), names: allNames() });
    tried += found.tried;
    for (const violation of found.violations.filter((one) => !violations.has(one))) {
      // At once, because a server that fails may also end the run.
      log(violation);
      violations.add(violation);
    }
    const perSecond = Math.round((tried * 1000) / (performance.now() - started));
    const megabytes = Math.round(process.memoryUsage.rss() / 1024 / 1024);
    if (total !== null)
      log(
        `${tried} of ${total} calls, ${perSecond} a second, ${megabytes} MB, ${violations.size} violations`,
      );
  }
  return { tried, violations: [...violations] };
}

async function proveRoutes(
  database: FuzzDatabase,
  { calls, total, uploads, files }: FuzzOptions,
  log: Log,
): Promise<Part> {
  const subject = await openSubject(database);
  const server = await subject.serve();
  const environment = await createAccessEnvironment(database.pool, sendTo(server));
  const send = sendChanged(server);
  const round = { takeFailures: subject.takeFailures, environment };
  const planted: PlantedFault[] = [];
  for (const { fault, plant } of routeFaults) {
    const found = await fuzzRoutes({
      ...round,
      draw: seededDraw(SEED),
      send: plant(send),
      calls: PLANTED_CALLS,
      most: 1,
      names: ['addPromo'],
    });
    planted.push({ fault, caught: found.violations.length > 0 });
  }
  const uploading: UploadRound = {
    ...round,
    send: sendUpload(server),
    uploads,
    most: Number.POSITIVE_INFINITY,
  };
  planted.push(...(await plantUploadFaults({ ...uploading, uploads: PLANTED_UPLOADS })));
  const languages: LanguageRound = {
    ...(await openLanguages(server, environment)),
    takeFailures: subject.takeFailures,
    files,
    withBroken: true,
    most: Number.POSITIVE_INFINITY,
  };
  planted.push(...(await plantLanguageFaults({ ...languages, files: PLANTED_FILES })));
  subject.takeFailures();
  const imported = await fuzzLanguages(languages);
  const uploaded = await fuzzUploads(uploading);
  const found = await fuzzInRounds({ ...round, send, calls, most: Number.POSITIVE_INFINITY }, total, log);
  await server.close();
  return {
    tried: imported.tried + uploaded.tried + found.tried,
    violations: [...imported.violations, ...uploaded.violations, ...found.violations],
    planted,
  };
}

async function proveSockets(database: FuzzDatabase, { exchanges }: FuzzOptions): Promise<Part> {
  const { app, takeFailures } = await createSubjectApp(database);
  const { server } = await app.start();
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  const round: SocketRound = {
    open: openLiveClient,
    origin,
    environment: await createAccessEnvironment(database.pool, sendTo(server)),
    takeFailures,
    async countOpen() {
      const { body } = await server.inject({ method: 'GET', url: '/metrics' });
      return Number(/^kerb_live_sockets (\d+)/m.exec(body)?.[1]);
    },
    exchanges,
    most: Number.POSITIVE_INFINITY,
  };
  try {
    const planted = await plantSocketFaults({ ...round, exchanges: PLANTED_EXCHANGES });
    takeFailures();
    return { ...(await fuzzSockets(round)), planted };
  } finally {
    await app.close();
  }
}

async function proveMaps(database: FuzzDatabase, { maps, wholeMaps }: FuzzOptions): Promise<Part> {
  const round = { databaseUrl: database.connectionString, files: maps, whole: wholeMaps };
  const planted = await plantMapFaults({ ...round, files: PLANTED_MAPS });
  return { ...(await fuzzMaps(round)), planted };
}

export async function proveFuzz(
  database: FuzzDatabase,
  log: Log,
  options: FuzzOptions,
): Promise<ProofReport> {
  const parts: Part[] = [];
  for (const [name, prove] of [
    ['map files', proveMaps],
    ['live sockets', proveSockets],
    ['routes, uploads and texts', proveRoutes],
  ] as const) {
    const part = await prove(database, options, log);
    log(`${name}: ${part.tried} tried, ${part.planted.length} faults planted`);
    parts.push(part);
  }
  return {
    tried: parts.reduce((sum, part) => sum + part.tried, 0),
    violations: parts.flatMap((part) => part.violations),
    planted: parts.flatMap((part) => part.planted),
    more: { routes: Object.keys(routes).length },
  };
}
