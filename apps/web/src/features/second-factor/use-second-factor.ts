// The person's own second factors: read when shown, and again after each change.
import type { SecondFactorView } from '@kerb/contract';
import { answers } from '../../lib/answers.ts';
import { type ShownAnswer, shownAnswer } from '../../lib/shown-answer.ts';

/** Read again by every screen: proofs and factors change without events in the session that changes them. */
export function useSecondFactor(): ShownAnswer<SecondFactorView> {
  return shownAnswer(answers.getSecondFactor.useQuery(undefined, { refetchOnMountOrArgChange: true }));
}
