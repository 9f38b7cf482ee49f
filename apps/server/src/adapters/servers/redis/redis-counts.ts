// Counts in Redis: one script decides and counts at once; without an answer in time each server counts for itself.
import { createHash } from 'node:crypto';
import type { SharedCounts, SpendAnswer, SpendRequest } from '../../../ports/shared-counts.ts';
import type { RedisAddress } from '../../../redis-address.ts';
import { connectRedis, type RedisClient, within } from './redis-client.ts';

/** A call never waits longer for Redis. */
const ANSWER_WITHIN_MS = 50;
/** After a failure Redis is not asked for so long. */
const PAUSE_MS = 1_000;
const RECONNECT_MS = 1_000;
/** After so many failures in a row the connection counts as dead. */
const MOST_FAILURES = 3;

/** Returns 1 and the rest of the window in ms when the cost was counted, 0 and the rest when it was not. */
const SPEND = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local rest = redis.call('PTTL', KEYS[1])
if used + tonumber(ARGV[1]) > tonumber(ARGV[2]) then return {0, rest} end
redis.call('INCRBY', KEYS[1], ARGV[1])
if rest < 0 then
  rest = tonumber(ARGV[3])
  redis.call('PEXPIRE', KEYS[1], rest)
end
return {1, rest}
`;

/** A window that ended meanwhile has nothing to give back. */
const REFUND = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used > 0 then redis.call('DECRBY', KEYS[1], math.min(used, tonumber(ARGV[1]))) end
return 0
`;

export interface RedisCountsDeps {
  address: RedisAddress;
  /** As that of the messages between servers. */
  namespace: string;
  onError(error: unknown): void;
  /** For tests: how long an answer may take, ms. */
  answerWithinMs?: number;
}

interface Script {
  readonly text: string;
  readonly sha: string;
}

const scriptOf = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') });
const spending = scriptOf(SPEND);
const refunding = scriptOf(REFUND);

/** A Redis that has not seen the script yet, as after a restart, gets its text. */
async function runScript(
  client: RedisClient,
  { text, sha }: Script,
  key: string,
  args: readonly number[],
): Promise<unknown> {
  try {
    return await client.evalsha(sha, 1, key, ...args);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return client.eval(text, 1, key, ...args);
  }
}

function readAnswer(answer: unknown): SpendAnswer {
  if (!Array.isArray(answer) || answer.some((part) => typeof part !== 'number'))
    throw new Error('Redis answered something else than a count');
  const [allowed, rest]: number[] = answer;
  return { isAllowed: allowed === 1, endsInMs: Math.max(0, rest ?? 0) };
}

export function createRedisCounts({
  address,
  namespace,
  onError,
  answerWithinMs = ANSWER_WITHIN_MS,
}: RedisCountsDeps): SharedCounts {
  let client: RedisClient | null = null;
  let pausedUntil = 0;
  let failures = 0;
  let isClosed = false;
  let retrying: NodeJS.Timeout | undefined;

  /** Nothing of a person, an address or a key is readable in Redis. */
  const keyOf = (key: string): string =>
    `kerb:${namespace}:count:${createHash('sha256').update(`${namespace} ${key}`).digest('base64url').slice(0, 22)}`;

  function connectLater(): void {
    if (isClosed) return;
    clearTimeout(retrying);
    retrying = setTimeout(() => void connect(), RECONNECT_MS);
  }
  async function connect(): Promise<void> {
    try {
      const next = await connectRedis(address, 'kerb-counts', {
        onError: (error) => {
          if (!isClosed) onError(error);
        },
        onEnd() {
          client = null;
          connectLater();
        },
      });
      if (isClosed) return next.disconnect();
      client = next;
      pausedUntil = 0;
      failures = 0;
    } catch (error) {
      if (!isClosed) onError(error);
      connectLater();
    }
  }
  function pause(error: unknown): void {
    // Calls that waited at the same time are one failure.
    if (performance.now() < pausedUntil) return;
    onError(error);
    pausedUntil = performance.now() + PAUSE_MS;
    failures += 1;
    // Its end makes a new connection.
    if (failures >= MOST_FAILURES) client?.disconnect();
  }
  async function spend({ key, cost, max, windowMs }: SpendRequest): Promise<SpendAnswer | null> {
    if (client === null || performance.now() < pausedUntil) return null;
    try {
      const answer = runScript(client, spending, keyOf(key), [cost, max, windowMs]);
      const read = readAnswer(await within(answerWithinMs, answer));
      failures = 0;
      return read;
    } catch (error) {
      pause(error);
      return null;
    }
  }
  return {
    spend,
    refund(key, cost) {
      if (client === null || performance.now() < pausedUntil) return;
      // What is not given back is free again with the next window.
      runScript(client, refunding, keyOf(key), [cost]).catch(() => undefined);
    },
    start: connect,
    async close() {
      isClosed = true;
      clearTimeout(retrying);
      client?.disconnect();
      client = null;
    },
  };
}
