// Checks of a complete server: errors by status and code, and the same response for a repeated key.
import type { Answer, Post } from '../lib/posts.ts';

function codeOf(body: string): unknown {
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'code') : undefined;
}

/** Throws for another status, or another error code if one is given. */
export function expectAnswer(what: string, answer: Answer, status: number, code?: string): void {
  if (answer.status === status && (code === undefined || codeOf(answer.body) === code)) return;
  throw new Error(
    `A check is missing: a call ${what} was answered with ${answer.status} instead of ${status}: ${answer.body}`,
  );
}

/** A repeated call must get the first response, and its key must not be usable for another call. */
export async function expectReplay(
  send: (post: Post) => Promise<Answer>,
  post: Post,
  other: Post,
): Promise<void> {
  const first = await send(post);
  const again = await send(post);
  if (first.status >= 300 || first.isReplayed)
    throw new Error(`A first call was answered with ${first.status}: ${first.body}`);
  if (!again.isReplayed || again.body !== first.body || again.status !== first.status)
    throw new Error('A check is missing: a repeated idempotency key got another answer');
  expectAnswer(
    'with the key of another one',
    await send({ ...other, key: post.key }),
    422,
    'idempotency_key_reused',
  );
}
