// The operator's optional word on a sign-in: asked at SIGN_IN_CHECK_URL, an answer with `issue` refuses it.
import { z } from 'zod';
import type { WithTx } from '../../../kit/index.ts';
import { endSessionOf } from '../sessions/end-sessions.ts';

/** Resolves to true when the sign-in may stand. */
export type SignInCheck = (subject: { createTime: number }) => Promise<boolean>;

const answerSchema = z.looseObject({ issue: z.unknown().optional() });
const TIMEOUT_MS = 3000;

/**
 * POSTs {projectId, createTime, reqType: "auth"}. A service that does not answer refuses nobody: the check is
 * an addition of the operator's, not a second lock.
 */
export function createSignInCheck(
  url: string | null,
  projectId: string,
  onFailure: (error: unknown) => void,
): SignInCheck {
  if (url === null) return async () => true;
  return async ({ createTime }) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ projectId, createTime, reqType: 'auth' }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer = answerSchema.safeParse(await response.json());
      return !(answer.success && answer.data.issue);
    } catch (error) {
      onFailure(error);
      return true;
    }
  };
}

/**
 * To be asked after the commit that opened a session and before its token is given away. False when the check has
 * an issue: the session has ended then. `createTime`: when what was signed in with began, ms since the epoch.
 */
export type LetStand = (session: { uid: string; id: string; createTime: number }) => Promise<boolean>;

export function createLetStand(deps: { withTx: WithTx; signInCheck: SignInCheck }): LetStand {
  const { withTx, signInCheck } = deps;
  return async ({ uid, id, createTime }) => {
    if (await signInCheck({ createTime })) return true;
    await withTx((tx) => endSessionOf(tx, uid, id));
    return false;
  };
}
