// The operator's optional word on a sign-in: asked at SIGN_IN_CHECK_URL, an answer with `issue` refuses it.
import { z } from 'zod';

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
