// Returns the texts of a car type in one language, with the default texts as the fallback.
import type { CarType, PricedChoice } from '@kerb/domain/fleet';
import { textIn } from '@kerb/domain/kernel';

const choiceIn = (choice: PricedChoice, locale: string): PricedChoice => ({
  ...choice,
  description: textIn(choice, 'description', locale),
});

export const carTypeIn = (carType: CarType, locale: string): CarType => ({
  ...carType,
  name: textIn(carType, 'name', locale),
  extra_info: textIn(carType, 'extra_info', locale),
  parcelTypes: carType.parcelTypes.map((choice) => choiceIn(choice, locale)),
  options: carType.options.map((choice) => choiceIn(choice, locale)),
});
