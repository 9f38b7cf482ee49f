// What is carried and for whom, as typed: kept while the form lives, its choices only for the car type they are of.
import type { InstructionData } from '@kerb/domain/booking';
import type { CarType } from '@kerb/domain/fleet';
import type { AppCategory } from '@kerb/domain/settings';
import { useState } from 'react';
import { noInstructions } from './booking-choices.ts';

/** Parcels are of deliveries; options, as a child seat, of every trip. */
const needsAsking = (car: CarType, appcat: AppCategory): boolean =>
  appcat === 'delivery' || car.options.length > 0;

export function useInstructions(car: CarType | null, appcat: AppCategory) {
  const [typed, setTyped] = useState({ car: '', data: noInstructions });
  const [isOpen, setOpen] = useState(false);
  const [tried, setTried] = useState(false);
  const carId = car?.id ?? '';
  const instructions: InstructionData =
    typed.car === carId ? typed.data : { ...typed.data, parcelTypeIndex: null, optionIndex: null };
  const isAsked = car !== null && needsAsking(car, appcat);
  return {
    instructions,
    /** It was tried to go on with them: what is wrong is shown from then on. */
    tried,
    isAsked,
    /** The car type they are asked for; null while they are not. */
    asking: isOpen ? car : null,
    type: (data: InstructionData) => setTyped({ car: carId, data }),
    onTried: () => setTried(true),
    /** Whether there is anything to ask. */
    open: (): boolean => {
      setTried(false);
      setOpen(isAsked);
      return isAsked;
    },
    close: () => setOpen(false),
  };
}
