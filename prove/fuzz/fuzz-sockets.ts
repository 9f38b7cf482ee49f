// Sends malformed frames over the live socket as every role. Each frame must get a response or close the socket with a
// documented code, no topic of another user may be granted, and a client that disconnects must not use resources
// afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import { liveServerMessage } from '@kerb/contract';
import { errorCatalogue } from '@kerb/domain/kernel';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import { usertypes } from '../authz/policy.ts';
import { topicPolicies } from '../authz/route-policies.ts';
import type { PlantedFault } from '../lib/proof.ts';
import { type Draw, seededDraw } from './change-input.ts';
import { fewestChanges } from './fewest-changes.ts';
import type { Fuzzed } from './fuzz-routes.ts';
import { insideOf, type TakeFailures } from './judge-answer.ts';
import { type LiveAnswers, type LiveClient, type openLiveClient, textFrame } from './live-client.ts';
import { drawFrames, type LiveIds, type OddFrame } from './odd-frames.ts';

const SEED = 20_260_312;
/** Few enough frames to stay within the allowance of a connection. */
const EXCHANGES_A_CONNECTION = 8;
/** More frames than the server accepts at once; exceeds a client's allowance. */
const BURST = 320;
const HALF_OPEN = 40;
const LEAVES_WITHIN_MS = 2_000;

/** Protocol error, not UTF-8, too large, session ended, too slow, too many. */
const documentedCodes: readonly number[] = [1002, 1007, 1009, 4401, 4408, 4429];

export type OpenLive = typeof openLiveClient;

export interface SocketRound {
  readonly open: OpenLive;
  readonly origin: string;
  readonly environment: AccessEnvironment;
  readonly takeFailures: TakeFailures;
  /** Number of open sockets of the server. */
  readonly countOpen: () => Promise<number>;
  /** Number of exchanges of each role. */
  readonly exchanges: number;
  /** Stops after this number of violations. */
  readonly most: number;
}

interface LiveCaller {
  readonly caller: Caller;
  readonly ids: LiveIds;
}

const visitor: Caller = { role: 'visitor', uid: '', headers: {} };

async function liveCallers(environment: AccessEnvironment): Promise<LiveCaller[]> {
  const foreign = (await environment.foreign('booking')).map(([, id]) => id);
  const people = await Promise.all(usertypes.map((role) => environment.person(role)));
  return Promise.all(
    [visitor, ...people].map(async (caller) => ({
      caller,
      ids: {
        token: (caller.headers.authorization ?? '').replace('Bearer ', ''),
        own: (await environment.own('booking', caller)) ?? foreign[0] ?? '',
        foreign,
      },
    })),
  );
}

function mayHave({ caller: { role }, ids }: LiveCaller, topic: string): boolean {
  const [name = '', id] = topic.split(':');
  const policy = topicPolicies[name];
  if (policy?.rule === 'anyone') return true;
  if (policy?.rule === 'roles') return policy.roles.some((one) => one === role);
  if (policy?.rule !== 'object') return false;
  const reach = Object.entries(policy.reaches).find(([one]) => one === role)?.[1];
  return reach === 'all' || (reach === 'own' && id === ids.own);
}

function faultOfMessage(caller: LiveCaller, text: string): string | null {
  const inside = insideOf(text);
  if (inside !== null) return `a message shows "${inside}"`;
  const parsed = liveServerMessage.safeParse(JSON.parse(text));
  if (!parsed.success) return `a message that the contract does not have: ${text.slice(0, 100)}`;
  const message = parsed.data;
  if (
    message.type === 'error' &&
    (message.code === 'internal' || !Object.hasOwn(errorCatalogue, message.code))
  )
    return `an error without a documented code: ${message.code}`;
  const foreign =
    message.type === 'subscribed' ? message.topics.find((topic) => !mayHave(caller, topic)) : undefined;
  return foreign === undefined ? null : `the topic ${foreign} was given to a ${caller.caller.role}`;
}

/** The violation in the responses; null without one. */
function faultOfAnswers(
  caller: LiveCaller,
  { messages, closed }: LiveAnswers,
  failures: readonly string[],
): string | null {
  if (failures[0] !== undefined) return `the server logged ${failures[0]}`;
  if (closed !== null && !documentedCodes.includes(closed)) return `the socket ended with ${closed}`;
  return messages.map((text) => faultOfMessage(caller, text)).find((fault) => fault !== null) ?? null;
}

async function faultOfFrames(
  { takeFailures }: SocketRound,
  client: LiveClient,
  caller: LiveCaller,
  frames: readonly OddFrame[],
): Promise<{ fault: string | null; isOpen: boolean }> {
  try {
    const answers = await client.exchange(frames);
    return { fault: faultOfAnswers(caller, answers, takeFailures()), isOpen: answers.closed === null };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error), isOpen: false };
  }
}

async function fuzzCaller(round: SocketRound, caller: LiveCaller, draw: Draw, out: Fuzzed): Promise<void> {
  const open = () => round.open(round.origin, caller.caller.headers);

  async function failsAlone(frames: readonly OddFrame[]): Promise<boolean> {
    const client = await open();
    const { fault } = await faultOfFrames(round, client, caller, frames);
    client.drop();
    return fault !== null;
  }

  for (let exchange = 0; exchange < round.exchanges && out.violations.length < round.most; ) {
    const client = await open();
    for (let one = 0; one < EXCHANGES_A_CONNECTION && exchange < round.exchanges; one += 1) {
      exchange += 1;
      const frames = drawFrames(draw, caller.ids);
      const { fault, isOpen } = await faultOfFrames(round, client, caller, frames);
      out.tried += frames.length;
      if (fault !== null) {
        const fewest = await fewestChanges(frames, failsAlone);
        out.violations.push(
          `live socket, ${caller.caller.role}, ${fewest.map(({ title }) => title).join('; ')}: ${fault}`,
        );
      }
      if (fault !== null || !isOpen) break;
    }
    client.drop();
  }
}

/** Sends more messages at once than a client may: they must be rejected and the socket closed. */
async function tryBurst(round: SocketRound, out: Fuzzed): Promise<void> {
  const client = await round.open(round.origin, {});
  const { closed } = await client.exchange(
    Array.from({ length: BURST }, () => textFrame('{"type":"burst"}')),
  );
  out.tried += 1;
  if (closed !== 4429) out.violations.push(`a burst of ${BURST} messages ended with ${closed}, not 4429`);
}

/** Disconnects clients in the middle of a frame, without a closing handshake. */
async function tryHalfOpen(round: SocketRound, out: Fuzzed): Promise<void> {
  const unfinished = { kind: 'wire' as const, data: Buffer.from([0x81, 0xfe, 0x10, 0x00, 1, 2, 3, 4]) };
  for (let count = 0; count < HALF_OPEN; count += 1) {
    const client = await round.open(round.origin, {});
    await client.exchange([textFrame('{"type":"subscribe","topics":["catalog"]}')]);
    client.exchange([unfinished]).catch(() => undefined);
    client.drop();
    out.tried += 1;
  }
}

async function tryLeavers(round: SocketRound, out: Fuzzed): Promise<void> {
  const until = Date.now() + LEAVES_WITHIN_MS;
  let open = await round.countOpen();
  while (open > 0 && Date.now() < until) {
    await pause(20);
    open = await round.countOpen();
  }
  out.tried += 1;
  if (open > 0) out.violations.push(`${open} sockets are open though every client has left`);
}

/** Sends changed messages and broken frames, as every role. */
async function fuzzFrames(round: SocketRound): Promise<Fuzzed> {
  const out: Fuzzed = { tried: 0, violations: [] };
  const draw = seededDraw(SEED);
  for (const caller of await liveCallers(round.environment)) await fuzzCaller(round, caller, draw, out);
  return out;
}

/** Sends bursts, and disconnects clients. */
async function tryLeaving(round: SocketRound): Promise<Fuzzed> {
  const out: Fuzzed = { tried: 0, violations: [] };
  await tryBurst(round, out);
  await tryHalfOpen(round, out);
  await tryLeavers(round, out);
  return out;
}

export async function fuzzSockets(round: SocketRound): Promise<Fuzzed> {
  const byFrames = await fuzzFrames(round);
  const byLeaving = await tryLeaving(round);
  return {
    tried: byFrames.tried + byLeaving.tried,
    violations: [...byFrames.violations, ...byLeaving.violations],
  };
}

type Exchange = LiveClient['exchange'];

/** Planted fault: a server with other responses to some frames. */
const answering =
  (change: (exchange: Exchange) => Exchange): ((round: SocketRound) => SocketRound) =>
  (round) => ({
    ...round,
    open: async (...address) => {
      const client = await round.open(...address);
      return { ...client, exchange: change(client.exchange) };
    },
  });

/** Planted fault: a server that returns another code in each error. */
const withErrorCode = (code: string) =>
  answering((exchange) => async (frames) => {
    const { messages, closed } = await exchange(frames);
    return {
      closed,
      messages: messages.map((text) => text.replace('"invalid_input"', JSON.stringify(code))),
    };
  });

const frameFaults: readonly { fault: string; plant: (round: SocketRound) => SocketRound }[] = [
  { fault: 'an error of a live socket shows a stack', plant: withErrorCode('at handle (gateway.ts:12:3)') },
  {
    fault: 'an error of a live socket shows a statement',
    plant: withErrorCode('select uid from users where'),
  },
  { fault: 'a live message fails inside the server', plant: withErrorCode('internal') },
  {
    fault: 'a binary frame is not answered',
    plant: answering(
      (exchange) => (frames) =>
        frames.some(({ kind }) => kind === 'binary')
          ? Promise.reject(new Error('no answer'))
          : exchange(frames),
    ),
  },
  {
    fault: 'a deep array ends the connection',
    plant: answering((exchange) => async (frames) => {
      const answers = await exchange(frames);
      return frames.some(({ data }) => data.includes('[[[[[[')) ? { ...answers, closed: 1006 } : answers;
    }),
  },
  {
    fault: 'the booking of another person is subscribed',
    plant: answering((exchange) => async (frames) => {
      const { messages, closed } = await exchange(frames);
      return {
        closed,
        messages: messages.map((text) => {
          const refused = /"code":"\w+","topic":"(booking:[^"]+)"/.exec(text)?.[1];
          return refused === undefined
            ? text
            : JSON.stringify({ type: 'subscribed', topics: [refused], seq: 1 });
        }),
      };
    }),
  },
];

export async function plantSocketFaults(round: SocketRound): Promise<PlantedFault[]> {
  const planted: PlantedFault[] = [];
  for (const { fault, plant } of frameFaults) {
    const { violations } = await fuzzFrames({ ...plant(round), most: 1 });
    planted.push({ fault, caught: violations.length > 0 });
  }
  const { violations } = await tryLeaving({ ...round, countOpen: async () => 1 + (await round.countOpen()) });
  return [...planted, { fault: 'a socket of a client that left stays open', caught: violations.length > 0 }];
}
