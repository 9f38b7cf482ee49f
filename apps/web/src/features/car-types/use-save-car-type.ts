// Sends a car type, then its picture; when the picture is refused, the car type that was saved is not sent twice.
import type { CarType, CarTypeInput } from '@kerb/domain/fleet';
import { useRef } from 'react';
import { answers } from '../../lib/answers.ts';

const pictureProblems = ['image_unreadable', 'image_too_large', 'payload_too_large'] as const;

/** Whether an error key is about the picture. */
export const isPictureProblem = (code: string | null): boolean => pictureProblems.some((one) => one === code);

export function useSaveCarType(carType: CarType | null) {
  const [add] = answers.addCarType.useMutation();
  const [edit] = answers.editCarType.useMutation();
  const [setImage] = answers.setCarTypeImage.useMutation();
  /** As the server has it, once it has it. */
  const saved = useRef(carType);
  return {
    /** Throws the ApiError of a refusal. */
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
