// Many users who post at once: each call has the session, address and idempotency key of its user.
import { Pool } from 'undici';
import { timeEach } from './callers.ts';
import { UnexpectedStatus } from './http-caller.ts';

export interface Caller {
  readonly uid: string;
  readonly token: string;
  /** Each user has their own address, so that the limits by address do not apply. */
  readonly address: string;
}

export interface Post {
  readonly path: string;
  readonly body: unknown;
  readonly caller: Caller;
  readonly key: string;
}

/** The address of the user with this number. */
export const addressOf = (number: number): string =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

/** The request, without the connection. */
export const headersOf = ({ caller, key }: Pick<Post, 'caller' | 'key'>): Record<string, string> => ({
  authorization: `Bearer ${caller.token}`,
  'content-type': 'application/json',
  'idempotency-key': key,
  'x-forwarded-for': caller.address,
});

export interface PostResults {
  /** Duration of each call in ms. */
  readonly times: readonly number[];
  readonly seconds: number;
}

/**
 * Sends each post once, over this number of always busy connections. Rejects unless `isExpected` accepts each status.
 */
export async function sendPosts(
  origin: string,
  posts: readonly Post[],
  { connections, isExpected }: { connections: number; isExpected: (status: number) => boolean },
): Promise<PostResults> {
  const pool = new Pool(origin, { connections });
  const begun = performance.now();
  try {
    const times = await timeEach(posts, connections, async (post) => {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: post.path,
        headers: headersOf(post),
        body: JSON.stringify(post.body),
      });
      const text = await body.text();
      if (!isExpected(statusCode)) throw new UnexpectedStatus(`${post.path} answered ${statusCode}: ${text}`);
    });
    return { times, seconds: (performance.now() - begun) / 1000 };
  } finally {
    await pool.close();
  }
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly isReplayed: boolean;
}

/** One post with headers that a check changes. */
export async function postOnce(
  origin: string,
  post: Post,
  { headers = {}, without = [] }: { headers?: Record<string, string>; without?: readonly string[] } = {},
): Promise<Answer> {
  const sent = { ...headersOf(post), ...headers };
  for (const name of without) delete sent[name];
  const answer = await fetch(new URL(post.path, origin), {
    method: 'POST',
    headers: sent,
    body: JSON.stringify(post.body),
  });
  return {
    status: answer.status,
    body: await answer.text(),
    isReplayed: answer.headers.get('idempotency-replayed') === 'true',
  };
}
