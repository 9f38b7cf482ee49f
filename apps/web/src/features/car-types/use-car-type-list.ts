// React hook that loads the car types when the console opens them, and again when one changes.
import type { CarType } from '@kerb/domain/fleet';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';

export interface CarTypeList {
  /** Null while loading. */
  readonly cars: readonly CarType[] | null;
  /** Error of the last request; null after a success. */
  readonly problem: unknown;
  /** False while `cars` is an older response that is being reloaded. */
  readonly isFresh: boolean;
  readonly reload: () => void;
}

export function useCarTypeList(): CarTypeList {
  const { answer, problem, loading, reload } = shownResponse(answers.getCarTypes.useQuery());
  return { cars: answer?.items ?? null, problem, isFresh: !loading && problem === null, reload };
}
