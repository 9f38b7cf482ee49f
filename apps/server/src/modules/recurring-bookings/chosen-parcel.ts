// Stores the parcel type and option of a recurring booking by description, because the indexes in a car type's lists
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

type StoredInstructions = ChosenParcel & Pick<RecurringBookingRow, 'instruction_data'>;

function indexOf(choices: readonly PricedChoice[] = [], description: string): number | null {
  const index = choices.findIndex((choice) => choice.description === description);
  return index === -1 ? null : index;
}

/** The instructions with the present indexes of the chosen descriptions; null for a choice that is gone. */
export function presentInstructions(
  { instruction_data, parcel_type, option }: StoredInstructions,
  carType: CarType | undefined,
): InstructionData | null {
  if (instruction_data === null) return null;
  const { parcelTypeIndex, optionIndex } = instruction_data;
  return {
    ...instruction_data,
    parcelTypeIndex: parcel_type === null ? parcelTypeIndex : indexOf(carType?.parcelTypes, parcel_type),
    optionIndex: option === null ? optionIndex : indexOf(carType?.options, option),
  };
}

/** The instructions for a booking. Throws `choice_gone` when the car type no longer has a chosen description. */
export function bookableInstructions(
  row: StoredInstructions,
  carType: CarType | undefined,
): InstructionData | null {
  const present = presentInstructions(row, carType);
  if (present === null || carType === undefined) return present;
  const isParcelTypeGone = row.parcel_type !== null && present.parcelTypeIndex === null;
  const isOptionGone = row.option !== null && present.optionIndex === null;
  if (isParcelTypeGone || isOptionGone) throw new DomainError('choice_gone');
  return present;
}

/** The instructions with the chosen descriptions in place of the indexes, for readers without the car type's lists. */
export function describedInstructions({ instruction_data, parcel_type, option }: StoredInstructions) {
  if (instruction_data === null) return null;
  const { parcelTypeIndex, optionIndex, ...texts } = instruction_data;
  return { ...texts, parcelType: parcel_type, option };
}
