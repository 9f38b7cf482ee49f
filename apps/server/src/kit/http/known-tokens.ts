// Remembers for a minute whether session tokens were valid, and which users are beyond their limit, so that calls that
// will be rejected cost no database call.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Actor, ResolveSession } from './actor.ts';

const MAX_TOKENS = 20_000;
const REMEMBERED_MS = 60_000;

export interface KnownTokens {
  /**
   * `unknown`: no session had the token within the last minute; `recognised`: a session had it then; `new`: not looked
   * up. Only digests are stored, never the tokens.
   */
  stateOf(token: string): 'unknown' | 'recognised' | 'new';
  /**
   * Returns the user of a token. It caches only that a token is unknown, never a user, so that an ended session or a
   * changed user takes effect at once. A cached unknown token cannot become valid: new sessions get new tokens of 256
   * random bits, and an ended session never restarts.
   */
  resolve: ResolveSession;
  /** Remembers that the user of a token is beyond their limit for this time. */
  refuseFor(token: string, ms: number): void;
  /** Remaining time in ms during which the user of a token is beyond their limit; 0 when they are not. */
  refusedForMs(token: string): number;
}

const digest = (token: string): string => createHash('sha256').update(token).digest('base64');

export function createKnownTokens(resolveSession: ResolveSession, now?: () => number): KnownTokens {
  const perf = now === undefined ? {} : { perf: { now } };
  const options = { max: MAX_TOKENS, ttl: REMEMBERED_MS, ttlResolution: 0, ...perf };
  const unknown = new LRUCache<string, true>(options);
  const recognised = new LRUCache<string, true>(options);
  const refused = new LRUCache<string, true>(options);
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
    refuseFor: (token, ms) => void refused.set(digest(token), true, { ttl: ms }),
    refusedForMs: (token) => Math.max(0, refused.getRemainingTTL(digest(token))),
  };
}
