// Schema of a car type: its tariff and, for deliveries, its parcel types and options. Amounts are in major units of the
// currency.
import { z } from 'zod';
import { hasInvisibleCharacters, localeOfSameText, rowVersion, type Translations } from '../kernel/index.ts';
import { shownText, translationsOf } from '../translations/index.ts';

export const feeType = z.enum(['flat', 'percentage']);
export type FeeType = z.infer<typeof feeType>;

/** Maximum of any price, in any currency. */
export const MAX_PRICE = 1_000_000;
/** Rates may have more decimals than the currency: 0.0825 per kilometre is a valid rate, but not a payable amount. */
export const RATE_DECIMALS = 4;

const price = z.number().min(0).max(MAX_PRICE);

const MAX_DESCRIPTION_LENGTH = 120;
/** Description of a parcel type or option by `langLocale`. */
export const choiceTranslations = translationsOf(
  z.object({ description: shownText(MAX_DESCRIPTION_LENGTH) }).partial(),
);

export const pricedChoice = z.object({
  description: z.string().trim().min(1).max(MAX_DESCRIPTION_LENGTH),
  amount: price,
  /** Description in other languages, copied to bookings together with the description. */
  translations: choiceTranslations.optional(),
});
export type PricedChoice = z.infer<typeof pricedChoice>;

/** Minutes since a driver accepted, and the fee of a cancellation from then on. */
export const cancelSlab = z.object({ minsDelayed: z.number().int().min(0).max(1440), amount: price });
export type CancelSlab = z.infer<typeof cancelSlab>;

/** Prices from which a fare is computed. rate_per_unit_distance is per mile when convert_to_mile is on, else per km. */
export const tariff = z.object({
  base_fare: price.default(0),
  rate_per_unit_distance: price,
  rate_per_hour: price,
  min_fare: price,
  convenience_fees: price.default(0),
  convenience_fee_type: feeType.default('flat'),
});
export type Tariff = z.infer<typeof tariff>;

/** URLs of the pictures bundled with the product. */
export const carPictures = ['economy', 'comfort', 'van', 'moto'].map((name) => `/cars/${name}.svg`);

/** Returns whether the text is the URL of an uploaded picture. */
export const isUploadedPicture = (image: string): boolean =>
  /^\/api\/v1\/car-images\/[0-9a-f-]{36}$/.test(image);

/** '' without a picture. */
const image = z
  .string()
  .trim()
  .max(500)
  .refine((address) => address === '' || carPictures.includes(address) || isUploadedPicture(address), {
    message: 'Neither a picture of ours nor one that was uploaded',
  })
  .default('');

export const MAX_CHOICES = 30;
export const MAX_SLABS = 20;
/**
 * Maximum number of characters of a car type's texts in all other languages together, because every client loads all
 * car types with all their texts.
 */
export const MAX_TRANSLATED_CHARACTERS = 40_000;

const MAX_NAME_LENGTH = 60;
const extraInfo = z.string().trim().max(300);
/** Name and note of a car type by `langLocale`. */
export const carTypeTranslations = translationsOf(
  z.object({ name: shownText(MAX_NAME_LENGTH), extra_info: extraInfo }).partial(),
);

const carTypeFields = tariff.extend({
  name: z.string().trim().min(1).max(MAX_NAME_LENGTH),
  image,
  extra_info: extraInfo.default(''),
  /** Name and note in other languages; languages without them show the texts above. */
  translations: carTypeTranslations.optional(),
  parcelTypes: z.array(pricedChoice).max(MAX_CHOICES).default([]),
  options: z.array(pricedChoice).max(MAX_CHOICES).default([]),
  cancelSlab: z.array(cancelSlab).max(MAX_SLABS).default([]),
});

export const carType = carTypeFields.extend({
  image: z.string().trim().max(500).default(''),
  id: z.string(),
  createdAt: z.number(),
  /** Incremented by each change: an edit of an outdated version is rejected as a conflict. */
  version: z.number().int().min(1).default(1),
});
export type CarType = z.infer<typeof carType>;

type Checked = Pick<
  z.infer<typeof carTypeFields>,
  | 'name'
  | 'translations'
  | 'parcelTypes'
  | 'options'
  | 'cancelSlab'
  | 'convenience_fees'
  | 'convenience_fee_type'
  | 'rate_per_unit_distance'
  | 'rate_per_hour'
>;

/** Kinds of problems besides an invalid range; stored in `params.problem` of the issue. */
export type CarTypeProblem = 'same' | 'percent' | 'decimals' | 'hidden' | 'too_much';

type Path = (string | number)[];
type Issues = Pick<z.core.$RefinementCtx, 'addIssue'>;

function refuse(
  issues: Issues,
  path: Path,
  problem: CarTypeProblem,
  message: string,
  decimals?: number,
): void {
  issues.addIssue({ code: 'custom', path, message, params: { problem, decimals } });
}

/** Returns whether an amount has at most this many digits after the decimal point. */
export const fitsDecimals = (amount: number, decimals: number): boolean =>
  Number(amount.toFixed(decimals)) === amount;

function rejectFiner(issues: Issues, path: Path, amount: number, decimals: number): void {
  if (fitsDecimals(amount, decimals)) return;
  refuse(issues, path, 'decimals', `At most ${decimals} digits after the decimal point`, decimals);
}

/** Adds an issue for every entry whose text equals that of an earlier entry. */
function rejectDuplicates<T>(
  issues: Issues,
  path: string,
  entries: readonly T[],
  field: keyof T & string,
): void {
  const known = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const said = String(entry[field]).toLowerCase();
    if (known.has(said)) refuse(issues, [path, index, field], 'same', 'This is there already');
    known.add(said);
  }
}

/** Adds an issue for every translated description that an earlier entry has in the same language. */
function rejectDuplicateTranslations(issues: Issues, path: string, choices: readonly PricedChoice[]): void {
  for (const [index, { translations }] of choices.entries()) {
    const before = choices.slice(0, index).map((choice) => choice.translations);
    const locale = localeOfSameText(translations, 'description', before);
    if (locale !== null)
      refuse(issues, [path, index, 'translations', locale, 'description'], 'same', 'This is there already');
  }
}

function rejectTooMuchText({ translations, parcelTypes, options }: Checked, issues: Issues): void {
  const choices = [...parcelTypes, ...options];
  const all: readonly (Translations | undefined)[] = [
    translations,
    ...choices.map((choice) => choice.translations),
  ];
  const letters = all
    .flatMap((one) => Object.values(one ?? {}))
    .flatMap((texts) => Object.values(texts))
    .reduce((sum, text) => sum + (text?.length ?? 0), 0);
  if (letters > MAX_TRANSLATED_CHARACTERS)
    refuse(
      issues,
      ['translations'],
      'too_much',
      `At most ${MAX_TRANSLATED_CHARACTERS} letters in all other languages together`,
    );
}

function rejectInvisible(issues: Issues, path: Path, text: string): void {
  if (hasInvisibleCharacters(text)) refuse(issues, path, 'hidden', 'Holds letters that cannot be seen');
}

function checkCarType(input: Checked, issues: Issues): void {
  rejectInvisible(issues, ['name'], input.name);
  for (const field of ['parcelTypes', 'options'] as const)
    for (const [index, { description }] of input[field].entries())
      rejectInvisible(issues, [field, index, 'description'], description);
  rejectDuplicates(issues, 'parcelTypes', input.parcelTypes, 'description');
  rejectDuplicates(issues, 'options', input.options, 'description');
  rejectDuplicates(issues, 'cancelSlab', input.cancelSlab, 'minsDelayed');
  rejectDuplicateTranslations(issues, 'parcelTypes', input.parcelTypes);
  rejectDuplicateTranslations(issues, 'options', input.options);
  rejectTooMuchText(input, issues);
  for (const rate of ['rate_per_unit_distance', 'rate_per_hour', 'convenience_fees'] as const)
    rejectFiner(issues, [rate], input[rate], RATE_DECIMALS);
  if (input.convenience_fee_type === 'percentage' && input.convenience_fees > 100)
    refuse(issues, ['convenience_fees'], 'percent', 'At most 100 percent');
}

export const carTypeInput = carTypeFields.superRefine(checkCarType);
export type CarTypeInput = z.infer<typeof carTypeInput>;

/** The complete car type after the change, based on the version that was read. */
export const carTypeUpdate = carTypeFields.extend({ version: rowVersion() }).superRefine(checkCarType);
export type CarTypeUpdate = z.infer<typeof carTypeUpdate>;

/**
 * Schema of a car type for a currency with this many decimals. Amounts that are charged unchanged have at most the
 * decimals of the currency; rates may have more, because a fare is computed from them and rounded once.
 */
export const carTypeInputFor = (decimals: number) =>
  carTypeInput.superRefine((input, issues) => {
    const isFlat = input.convenience_fee_type === 'flat';
    for (const field of [
      'base_fare',
      'min_fare',
      ...(isFlat ? (['convenience_fees'] as const) : []),
    ] as const)
      rejectFiner(issues, [field], input[field], decimals);
    for (const list of ['parcelTypes', 'options', 'cancelSlab'] as const)
      for (const [index, { amount }] of input[list].entries())
        rejectFiner(issues, [list, index, 'amount'], amount, decimals);
  });
