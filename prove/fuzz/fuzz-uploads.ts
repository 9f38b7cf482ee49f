// Uploads malformed files in malformed forms to every route that accepts a file: each is stored as a picture or
// rejected, within limits of time and memory.
import { type RouteDefinition, type RouteName, routes } from '@kerb/contract';
import type { FastifyInstance } from 'fastify';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import { type Caller, callOf } from '../../apps/server/src/testing/send-to.ts';
import { routePolicies } from '../authz/route-policies.ts';
import type { PlantedFault } from '../lib/proof.ts';
import { pick, seededDraw } from './change-input.ts';
import { fewestChanges } from './fewest-changes.ts';
import { callersOf, type Fuzzed, inputOf } from './fuzz-routes.ts';
import { type FuzzAnswer, faultOf, type TakeFailures } from './judge-answer.ts';
import {
  bodyOf,
  drawFileChanges,
  type FileChange,
  type FormUpload,
  formOf,
  makeFiles,
  type OddFile,
} from './odd-files.ts';

const SEED = 20_260_313;
/** Memory for decoding two pictures of the largest accepted size. */
const MAX_GROWTH_BYTES = 700 * 1024 * 1024;

/** Sends a form; a planted fault replaces it. */
export type UploadSend = (call: UploadCall, upload: FormUpload) => Promise<FuzzAnswer>;

interface UploadCall {
  readonly name: RouteName;
  readonly field: string;
  readonly caller: Caller;
  readonly input: { params: Readonly<Record<string, string>>; query: Readonly<Record<string, string>> };
}

export interface UploadRound {
  readonly send: UploadSend;
  readonly takeFailures: TakeFailures;
  readonly environment: AccessEnvironment;
  /** Number of uploads to each route. */
  readonly uploads: number;
  /** Stops after this number of violations. */
  readonly most: number;
}

export function sendUpload(server: Pick<FastifyInstance, 'inject'>): UploadSend {
  let sent = 0;
  return async function send({ name, caller, input }, upload) {
    sent += 1;
    const { method, url } = callOf(name, input, caller);
    const response = await server.inject({
      method,
      url,
      headers: { ...caller.headers, 'content-type': upload.contentType },
      payload: bodyOf(upload),
      remoteAddress: `10.99.${(sent >> 8) & 255}.${sent & 255}`,
    });
    return { status: response.statusCode, text: response.body };
  };
}

async function uploadCalls(environment: AccessEnvironment): Promise<UploadCall[]> {
  const definitions: [string, RouteDefinition][] = Object.entries(routes);
  const calls: UploadCall[] = [];
  for (const [name, { upload }] of definitions) {
    if (upload === undefined) continue;
    const routeName = name as RouteName;
    const [caller] = await callersOf(routePolicies[routeName], environment);
    if (caller === undefined) continue;
    const input = await inputOf(routeName, routePolicies[routeName], caller, environment);
    calls.push({ name: routeName, field: upload.field, caller, input });
  }
  return calls;
}

export async function fuzzUploads(round: UploadRound): Promise<Fuzzed> {
  const { send, takeFailures, uploads, most } = round;
  const draw = seededDraw(SEED);
  const files = await makeFiles();
  const small = files.filter(({ isLarge }) => !isLarge);
  const out: Fuzzed = { tried: 0, violations: [] };
  const seen = new Set<string>();
  const before = process.memoryUsage.rss();
  let stored = 0;

  async function tryUpload(call: UploadCall, file: OddFile, changes: readonly FileChange[]) {
    const faultWith = (some: readonly FileChange[]) =>
      faultOf(async () => {
        const form = some.reduce((upload, { apply }) => apply(upload), formOf(call.field, file.bytes));
        const given = await send(call, form);
        stored += given.status < 300 ? 1 : 0;
        return given;
      }, takeFailures);
    const fault = await faultWith(changes);
    out.tried += 1;
    if (fault === null || seen.has(`${call.name} ${fault.slice(0, 60)}`)) return;
    seen.add(`${call.name} ${fault.slice(0, 60)}`);
    const fewest = await fewestChanges(changes, async (some) => (await faultWith(some)) !== null);
    out.violations.push(
      `${call.name}, ${file.title}, ${fewest.map(({ title }) => title).join('; ')}: ${fault}`,
    );
  }

  const calls = await uploadCalls(round.environment);
  const [first] = calls;
  for (const file of most === 1 ? small : files)
    if (first !== undefined && out.violations.length < most) await tryUpload(first, file, []);
  for (const call of calls) {
    for (let upload = 0; upload < uploads && out.violations.length < most; upload += 1) {
      const file = pick(draw, draw(40) === 0 ? files : small);
      if (file !== undefined) await tryUpload(call, file, drawFileChanges(draw, file.bytes.length));
    }
  }
  if (stored === 0) out.violations.push('no upload was stored');
  const growth = process.memoryUsage.rss() - before;
  if (growth > MAX_GROWTH_BYTES)
    out.violations.push(`uploads took ${Math.round(growth / 1024 / 1024)} MB of memory`);
  return out;
}

const answer = (status: number, text: string): Promise<FuzzAnswer> => Promise.resolve({ status, text });

const fileOf = ({ parts }: FormUpload): Buffer => parts[0]?.body ?? Buffer.alloc(0);

const uploadFaults: readonly { fault: string; plant: (send: UploadSend) => UploadSend }[] = [
  {
    fault: 'a picture that was cut fails',
    plant: (send) => (call, upload) =>
      fileOf(upload)
        .subarray(0, 2)
        .equals(Buffer.from([0xff, 0xd8])) && fileOf(upload).at(-1) !== 0xd9
        ? answer(500, '{"code":"internal"}')
        : send(call, upload),
  },
  {
    fault: 'an upload of no bytes is not answered',
    plant: (send) => (call, upload) =>
      fileOf(upload).length === 0 ? Promise.reject(new Error('socket hang up')) : send(call, upload),
  },
  {
    fault: 'a form without boundary shows a stack',
    plant: (send) => async (call, upload) => {
      const given = await send(call, upload);
      return upload.contentType === 'multipart/form-data'
        ? { ...given, text: 'Error\n    at Multipart (/kerb/node_modules/busboy/index.js:1:1)' }
        : given;
    },
  },
  {
    fault: 'the decoder of pictures names its file',
    plant: (send) => async (call, upload) => {
      const given = await send(call, upload);
      return given.text.includes('image_unreadable')
        ? { ...given, text: 'libvips: jpeg.js:12: bad marker' }
        : given;
    },
  },
];

export async function plantUploadFaults(round: UploadRound): Promise<PlantedFault[]> {
  const planted: PlantedFault[] = [];
  for (const { fault, plant } of uploadFaults) {
    const { violations } = await fuzzUploads({ ...round, send: plant(round.send), most: 1 });
    planted.push({ fault, caught: violations.length > 0 });
  }
  return planted;
}
