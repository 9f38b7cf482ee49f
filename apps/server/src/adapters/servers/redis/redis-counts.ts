// Counts calls in Redis for all servers with an atomic script; after a timeout each server counts locally.
import { createHash } from 'node:crypto';
import type { SharedCounts, SpendAnswer, SpendRequest } from '../../../ports/shared-counts.ts';
import type { RedisAddress } from '../../../redis-address.ts';
import { connectRedis, type RedisClient, within } from './redis-client.ts';

/** Maximum time that a call waits for Redis, ms. */
const ANSWER_WITHIN_MS = 50;
/** Time without requests to Redis after a failure, ms. */
const PAUSE_MS = 1_000;
const RECONNECT_MS = 1_000;
/** Number of consecutive failures after which the connection counts as dead. */
const MAX_FAILURES = 3;

/** Lua script that adds the cost if the maximum allows it. Returns 1 or 0, and the rest of the window in ms. */
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

/** Lua script that subtracts the cost, at most down to 0; does nothing when the window has ended. */
const REFUND = `
local used = tonumber(redis.call('GET', KEYS[1]) or '0')
if used > 0 then redis.call('DECRBY', KEYS[1], math.min(used, tonumber(ARGV[1]))) end
return 0
`;

export interface RedisCountsDeps {
  address: RedisAddress;
  /** The same as for messages between servers. */
  namespace: string;
  onError(error: unknown): void;
  /** Timeout of a response, ms; overridden by tests. */
  answerWithinMs?: number;
}

interface Script {
  readonly text: string;
  readonly sha: string;
}

const scriptOf = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') });
const spending = scriptOf(SPEND);
const refunding = scriptOf(REFUND);

/** Runs a script by its hash; sends its text when Redis has not cached it, as after a restart. */
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

  /** Hashes the key, so that Redis contains no readable ids, addresses or keys. */
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
    // Further failures during a pause are of simultaneous calls, and count as the same failure.
    if (performance.now() < pausedUntil) return;
    onError(error);
    pausedUntil = performance.now() + PAUSE_MS;
    failures += 1;
    // The end of the connection schedules a new one.
    if (failures >= MAX_FAILURES) client?.disconnect();
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
      // A failure is ignored, because the count ends with the window anyway.
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
