// Validates the translations of a car type beyond what its schema checks.
import type { CarType, CarTypeInput } from '@kerb/domain/fleet';
import { DomainError, localeOfSameText, unknownLocaleErrors } from '@kerb/domain/kernel';
import type { CarTypesDeps } from './car-types.deps.ts';

type Texts = Pick<CarType, 'translations' | 'parcelTypes' | 'options'>;

/** Lists the translations of a car type and of its choices, each with its path in the input. */
function translationsIn({ translations, parcelTypes, options }: Texts) {
  return [
    { path: 'translations', translations },
    ...parcelTypes.map((choice, index) => ({ path: `parcelTypes.${index}.translations`, ...choice })),
    ...options.map((choice, index) => ({ path: `options.${index}.translations`, ...choice })),
  ];
}

/**
 * Throws `invalid_input` for each language that the installation does not have. Languages that the stored car type
 * already has texts in are accepted, because a deleted language may be added again.
 */
export async function assertKnownLanguages(
  { languages }: Pick<CarTypesDeps, 'languages'>,
  input: CarTypeInput,
  stored: Texts | null,
): Promise<void> {
  const onOffer = (await languages.choices()).map(({ langLocale }) => langLocale);
  const before = stored === null ? [] : translationsIn(stored);
  const known = new Set([
    ...onOffer,
    ...before.flatMap(({ translations }) => Object.keys(translations ?? {})),
  ]);
  const errors = translationsIn(input).flatMap(({ path, translations }) =>
    unknownLocaleErrors(translations, known, path),
  );
  if (errors.length > 0) throw new DomainError('invalid_input', undefined, errors);
}

/** Throws `name_taken` when another car type has the same name in any language. */
export function assertOwnNames(input: CarTypeInput, others: readonly CarType[]): void {
  const names = others.map(({ translations }) => translations);
  const locale = localeOfSameText(input.translations, 'name', names);
  if (locale === null) return;
  const path = `translations.${locale}.name`;
  throw new DomainError('name_taken', undefined, [{ path, message: 'Another car type has this name' }]);
}
