// Stores the parcel type and option of a recurring delivery by description, because the indexes in a car type's lists
// change when an admin adds or removes an entry.
import type { InstructionData } from '@kerb/domain/booking';
import type { CarType, PricedChoice } from '@kerb/domain/fleet';
import { DomainError } from '@kerb/domain/kernel';
import type { RecurringBookingRow } from './recurring-bookings.tables.ts';

type ChosenParcel = Pick<RecurringBookingRow, 'parcel_type' | 'option'>;

const descriptionAt = (choices: readonly PricedChoice[] = [], index: number | null = null): string | null =>
  index === null ? null : (choices[index]?.description ?? null);

/** The descriptions of the chosen parcel type and option; null for none. */
export const chosenParcel = (
  carType: CarType | undefined,
  instructions: InstructionData | null,
): ChosenParcel => ({
  parcel_type: descriptionAt(carType?.parcelTypes, instructions?.parcelTypeIndex),
  option: descriptionAt(carType?.options, instructions?.optionIndex),
});

function indexOf(choices: readonly PricedChoice[], description: string): number {
  const index = choices.findIndex((choice) => choice.description === description);
  if (index === -1) throw new DomainError('choice_gone');
  return index;
}

/** The instructions with the present indexes of the chosen descriptions. Throws `choice_gone`. */
export function presentInstructions(
  { instruction_data, parcel_type, option }: ChosenParcel & Pick<RecurringBookingRow, 'instruction_data'>,
  carType: CarType | undefined,
): InstructionData | null {
  if (instruction_data === null || carType === undefined) return instruction_data;
  const { parcelTypeIndex, optionIndex } = instruction_data;
  return {
    ...instruction_data,
    parcelTypeIndex: parcel_type === null ? parcelTypeIndex : indexOf(carType.parcelTypes, parcel_type),
    optionIndex: option === null ? optionIndex : indexOf(carType.options, option),
  };
}
