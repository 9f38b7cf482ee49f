// React hook for delivery details and options: details last as long as the form, options only for their car type.
import { type InstructionData, instructionData } from '@kerb/domain/booking';
import type { CarType } from '@kerb/domain/fleet';
import type { AppCategory } from '@kerb/domain/settings';
import { useState } from 'react';

/** Deliveries need parcel details; options, such as a child seat, exist for every kind of trip. */
const needsInstructions = (car: CarType, appcat: AppCategory): boolean =>
  appcat === 'delivery' || car.options.length > 0;

const noInstructions = instructionData.parse({});

export function useInstructions(car: CarType | null, appcat: AppCategory) {
  const [typed, setTyped] = useState({ car: '', data: noInstructions });
  const [isOpen, setOpen] = useState(false);
  const [tried, setTried] = useState(false);
  const carId = car?.id ?? '';
  const instructions: InstructionData =
    typed.car === carId ? typed.data : { ...typed.data, parcelTypeIndex: null, optionIndex: null };
  const isAsked = car !== null && needsInstructions(car, appcat);
  return {
    instructions,
    /** Set after the first attempt to continue: errors are shown from then on. */
    tried,
    isAsked,
    /** The car type whose instructions are being entered, or null. */
    instructedCar: isOpen ? car : null,
    type: (data: InstructionData) => setTyped({ car: carId, data }),
    onTried: () => setTried(true),
    /** Opens the dialog; false when the car type has no options and nothing is needed. */
    open: (): boolean => {
      setTried(false);
      setOpen(isAsked);
      return isAsked;
    },
    close: () => setOpen(false),
  };
}
