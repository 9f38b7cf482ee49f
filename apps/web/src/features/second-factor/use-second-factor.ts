// React hook that loads the user's second factors, and again after each change.
import type { SecondFactorView } from '@kerb/contract';
import { answers } from '../../lib/answers.ts';
import { type ShownAnswer, shownAnswer } from '../../lib/shown-answer.ts';

/** Not shared between screens: proofs and factors change without a live event in the session that changes them. */
export function useSecondFactor(): ShownAnswer<SecondFactorView> {
  return shownAnswer(answers.getSecondFactor.useQuery(undefined, { refetchOnMountOrArgChange: true }));
}
