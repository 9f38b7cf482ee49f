// React hook that saves a car type, then its picture; a retry after a rejected picture does not create the car type
// twice.
import type { CarType, CarTypeInput } from '@kerb/domain/fleet';
import { useRef } from 'react';
import { answers } from '../../lib/answers.ts';

const pictureProblems = ['image_unreadable', 'image_too_large', 'payload_too_large'] as const;

/** True for an error code that concerns the picture. */
export const isPictureProblem = (code: string | null): boolean => pictureProblems.some((one) => one === code);

export function useSaveCarType(carType: CarType | null) {
  const [add] = answers.addCarType.useMutation();
  const [edit] = answers.editCarType.useMutation();
  const [setImage] = answers.setCarTypeImage.useMutation();
  /** The car type as last stored by the server; null before it is created. */
  const saved = useRef(carType);
  return {
    /** Throws the ApiError of a rejected request. */
    async send(input: CarTypeInput, picture: Blob | null): Promise<CarType> {
      const { current } = saved;
      const saving = current
        ? edit({ params: { id: current.id }, body: { ...input, version: current.version } })
        : add({ body: input });
      const after = await saving.unwrap();
      saved.current = after;
      if (picture === null) return after;
      const shown = await setImage({ params: { id: after.id }, file: picture }).unwrap();
      saved.current = shown;
      return shown;
    },
  };
}
