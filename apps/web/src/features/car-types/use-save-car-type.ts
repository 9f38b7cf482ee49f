// Sends a car type, then its picture; when the picture is refused, the car type that was saved is not sent twice.
import type { CarType, CarTypeInput } from '@kerb/domain/fleet';
import { editCarType, setCarTypeImage } from '@kerb/sdk/store/console';
import { useRef } from 'react';
import { useKerbDispatch } from '../../lib/store.ts';

const pictureProblems = ['image_unreadable', 'image_too_large', 'payload_too_large'] as const;

/** Whether an error key is about the picture. */
export const isPictureProblem = (code: string | null): boolean => pictureProblems.some((one) => one === code);

export function useSaveCarType(carType: CarType | null) {
  const dispatch = useKerbDispatch();
  /** As the server has it, once it has it. */
  const saved = useRef(carType);
  return {
    /** Throws the error key of a refusal. */
    async send(input: CarTypeInput, picture: Blob | null): Promise<CarType> {
      const { current } = saved;
      const edit = current
        ? ({ method: 'Update', data: { ...input, id: current.id, version: current.version } } as const)
        : ({ method: 'Add', data: input } as const);
      const after = await dispatch(editCarType(edit)).unwrap();
      if (after === null) throw 'internal';
      saved.current = after;
      if (picture === null) return after;
      const shown = await dispatch(setCarTypeImage({ id: after.id, picture })).unwrap();
      saved.current = shown;
      return shown;
    },
  };
}
