// React hook that loads the user's second factors, and again after each change.
import type { SecondFactorView } from '@kerb/contract';
import { answers } from '../../lib/answers.ts';
import { type ShownResponse, shownResponse } from '../../lib/shown-response.ts';

/** Loaded again on each mount: the session that changes proofs and factors gets no live event about it. */
export function useSecondFactor(): ShownResponse<SecondFactorView> {
  return shownResponse(answers.getSecondFactor.useQuery(undefined, { refetchOnMountOrArgChange: true }));
}
