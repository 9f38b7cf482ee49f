// The operator's optional check of a sign-in: a request to SIGN_IN_CHECK_URL, whose response rejects it with `issue`.
import { z } from 'zod';
import { recordSecurity, type WithTx } from '../../../kit/index.ts';
import { endSessionOf } from '../sessions/end-sessions.ts';

/** Resolves to false when the sign-in is rejected. */
export type SignInCheck = (subject: { createTime: number }) => Promise<boolean>;

const answerSchema = z.looseObject({ issue: z.unknown().optional() });
const TIMEOUT_MS = 3000;

/**
 * POSTs {projectId, createTime, reqType: "auth"}. When the service does not respond, or redirects, the sign-in
 * continues: the check is an optional addition of the operator.
 */
export function createSignInCheck(
  url: string | null,
  projectId: string,
  onFailure: (error: unknown) => void,
): SignInCheck {
  if (url === null) return async () => true;
  return async function signInCheck({ createTime }) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ projectId, createTime, reqType: 'auth' }),
        redirect: 'error',
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
 * Called after the commit that opened a session and before its token is returned. Resolves to false, with the session
 * ended, when the check rejects the sign-in. `createTime`: when the code or social sign-in was requested, in ms since
 * the epoch.
 */
export type EnforceSignInCheck = (session: {
  uid: string;
  id: string;
  createTime: number;
}) => Promise<boolean>;

export function createEnforceSignInCheck(deps: {
  withTx: WithTx;
  signInCheck: SignInCheck;
}): EnforceSignInCheck {
  const { withTx, signInCheck } = deps;
  return async function enforceSignInCheck({ uid, id, createTime }) {
    if (await signInCheck({ createTime })) return true;
    await withTx(async (tx) => {
      await endSessionOf(tx, uid, id);
      recordSecurity(tx, { event: 'sign_in_failed', way: 'check', reason: 'auth_error', uid });
    });
    return false;
  };
}
