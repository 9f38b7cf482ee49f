// The car types as the server has them now, read when the console opens them and again when one changes.
import type { CarType } from '@kerb/domain/fleet';
import { answers } from '../../lib/answers.ts';
import { shownAnswer } from '../../lib/shown-answer.ts';

export interface CarTypeList {
  /** Null until they are here. */
  readonly cars: readonly CarType[] | null;
  /** Why they could not be read; null otherwise. */
  readonly problem: unknown;
  /** `cars` is no older answer that is being read again. */
  readonly isFresh: boolean;
  readonly reload: () => void;
}

export function useCarTypeList(): CarTypeList {
  const { answer, problem, loading, reload } = shownAnswer(answers.getCarTypes.useQuery());
  return { cars: answer?.items ?? null, problem, isFresh: !loading && problem === null, reload };
}
