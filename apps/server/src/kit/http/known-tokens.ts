// Remembers which session tokens were resolved a moment ago, so that tokens without a session cost no database call.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Actor, ResolveSession } from './actor.ts';

const MOST_TOKENS = 20_000;
const REMEMBERED_MS = 60_000;

export interface KnownTokens {
  /**
   * `unknown`: no session had it within the last minute; `recognised`: a session had it then; `new`: not looked up.
   * Only digests are stored, never the tokens.
   */
  stateOf(token: string): 'unknown' | 'recognised' | 'new';
  /**
   * The person behind a token. Only that a token is unknown is remembered, never a person: a session that ended, or
   * whose person changed, is seen at once. A session cannot be created for a token that is remembered as unknown,
   * because its token is made of 256 random bits at that moment; and a session that has ended never starts again.
   */
  resolve: ResolveSession;
}

const digest = (token: string): string => createHash('sha256').update(token).digest('base64');

export function createKnownTokens(resolveSession: ResolveSession, now?: () => number): KnownTokens {
  const perf = now === undefined ? {} : { perf: { now } };
  const options = { max: MOST_TOKENS, ttl: REMEMBERED_MS, ttlResolution: 0, ...perf };
  const unknown = new LRUCache<string, true>(options);
  const recognised = new LRUCache<string, true>(options);
  return {
    stateOf(token) {
      const key = digest(token);
      if (unknown.has(key)) return 'unknown';
      return recognised.has(key) ? 'recognised' : 'new';
    },
    async resolve(token): Promise<Actor | null> {
      const key = digest(token);
      if (unknown.has(key)) return null;
      const actor = await resolveSession(token);
      if (actor === null) {
        recognised.delete(key);
        unknown.set(key, true);
      } else {
        recognised.set(key, true);
      }
      return actor;
    },
  };
}
