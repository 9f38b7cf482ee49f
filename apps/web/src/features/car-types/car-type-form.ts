// State of the car type form: its fields, how they are parsed, and their validation by the server's rules.
import { type CarType, type CarTypeInput, carTypeInputFor, type FeeType } from '@kerb/domain/fleet';
import { withoutBlankTexts } from '@kerb/domain/kernel';
import { type FieldErrors, type Resolver, set } from 'react-hook-form';
import { numberText, numberTextIn, parseNumber } from '../../ui/parse-amount.ts';

export interface ChoiceRow {
  description: string;
  amount: string;
  /** Keyed by `langLocale`, as in the car type's own `translations`. */
  translations?: Record<string, { description?: string }>;
}
export interface SlabRow {
  minsDelayed: string;
  amount: string;
}

/** Numbers are stored as typed, in the number format of the language. */
export interface CarTypeForm {
  name: string;
  image: string;
  extra_info: string;
  translations: Record<string, { name?: string; extra_info?: string }>;
  base_fare: string;
  rate_per_unit_distance: string;
  rate_per_hour: string;
  min_fare: string;
  convenience_fees: string;
  convenience_fee_type: FeeType;
  parcelTypes: ChoiceRow[];
  options: ChoiceRow[];
  cancelSlab: SlabRow[];
}

export const problems = [
  'required',
  'number',
  'whole',
  'too_big',
  'same',
  'percent',
  'decimals',
  'hidden',
  'too_much',
] as const;
export type FieldProblem = (typeof problems)[number];

export function formOf(carType: CarType | null, locale: string): CarTypeForm {
  const text = (value: number | undefined): string => (value === undefined ? '' : numberText(value, locale));
  const choices = (list: CarType['options'] = []): ChoiceRow[] =>
    list.map(({ amount, translations, ...choice }) => ({
      ...choice,
      translations: { ...translations },
      amount: text(amount),
    }));
  return {
    name: carType?.name ?? '',
    image: carType?.image ?? '',
    extra_info: carType?.extra_info ?? '',
    translations: { ...carType?.translations },
    base_fare: text(carType?.base_fare ?? 0),
    rate_per_unit_distance: text(carType?.rate_per_unit_distance),
    rate_per_hour: text(carType?.rate_per_hour),
    min_fare: text(carType?.min_fare),
    convenience_fees: text(carType?.convenience_fees ?? 0),
    convenience_fee_type: carType?.convenience_fee_type ?? 'flat',
    parcelTypes: choices(carType?.parcelTypes),
    options: choices(carType?.options),
    cancelSlab: (carType?.cancelSlab ?? []).map(({ minsDelayed, amount }) => ({
      minsDelayed: text(minsDelayed),
      amount: text(amount),
    })),
  };
}

/** Rewrites the numbers of the form for another language. */
export function formIn(form: CarTypeForm, from: string, to: string): CarTypeForm {
  const text = (typed: string): string => numberTextIn(typed, from, to);
  const choices = (rows: readonly ChoiceRow[]) => rows.map((row) => ({ ...row, amount: text(row.amount) }));
  return {
    ...form,
    base_fare: text(form.base_fare),
    rate_per_unit_distance: text(form.rate_per_unit_distance),
    rate_per_hour: text(form.rate_per_hour),
    min_fare: text(form.min_fare),
    convenience_fees: text(form.convenience_fees),
    parcelTypes: choices(form.parcelTypes),
    options: choices(form.options),
    cancelSlab: form.cancelSlab.map(({ minsDelayed, amount }) => ({
      minsDelayed: text(minsDelayed),
      amount: text(amount),
    })),
  };
}

/** Returns undefined when no text is filled in, as the server leaves empty translations out. */
function writtenTexts<Texts extends Record<string, Record<string, string | undefined>>>(
  translations: Texts,
): Texts | undefined {
  const written = withoutBlankTexts(translations);
  return Object.keys(written).length > 0 ? written : undefined;
}

/** Parses the form's fields to numbers; NaN where a field is empty or not a number. */
export function inputOf(form: CarTypeForm, locale: string): CarTypeInput {
  const number = (text: string): number => parseNumber(text, locale);
  const choices = (rows: readonly ChoiceRow[]) =>
    rows.map(({ description, amount, translations }) => ({
      description: description.trim(),
      amount: number(amount),
      translations: writtenTexts(translations ?? {}),
    }));
  return {
    name: form.name.trim(),
    image: form.image,
    extra_info: form.extra_info.trim(),
    translations: writtenTexts(form.translations),
    base_fare: number(form.base_fare),
    rate_per_unit_distance: number(form.rate_per_unit_distance),
    rate_per_hour: number(form.rate_per_hour),
    min_fare: number(form.min_fare),
    convenience_fees: number(form.convenience_fees),
    convenience_fee_type: form.convenience_fee_type,
    parcelTypes: choices(form.parcelTypes),
    options: choices(form.options),
    cancelSlab: form.cancelSlab.map(({ minsDelayed, amount }) => ({
      minsDelayed: number(minsDelayed),
      amount: number(amount),
    })),
  };
}

export interface Problem {
  readonly path: string;
  readonly problem: FieldProblem;
  /** Largest number of decimals, or largest or smallest value, depending on the problem. */
  readonly limit: number;
}

const isProblem = (value: unknown): value is FieldProblem => problems.some((one) => one === value);

type Issue = ReturnType<ReturnType<typeof carTypeInputFor>['safeParse']>['error'] extends infer E
  ? NonNullable<E> extends { issues: (infer I)[] }
    ? I
    : never
  : never;

function problemOf(issue: Issue): Omit<Problem, 'path'> {
  switch (issue.code) {
    case 'custom': {
      const { problem, decimals } = issue.params ?? {};
      return { problem: isProblem(problem) ? problem : 'number', limit: Number(decimals ?? 0) };
    }
    case 'too_small':
      return { problem: issue.origin === 'string' ? 'required' : 'number', limit: Number(issue.minimum) };
    case 'too_big':
      return { problem: 'too_big', limit: Number(issue.maximum) };
    case 'invalid_type':
      return { problem: issue.expected === 'int' ? 'whole' : 'number', limit: 0 };
    default:
      return { problem: 'number', limit: 0 };
  }
}

/** Replaces unreadable numbers by placeholders: the schema runs its cross-field checks only when every field parses. */
function withNumbers(input: CarTypeInput): CarTypeInput {
  const readable = (value: number): number => (Number.isFinite(value) ? value : 0);
  const choices = (list: CarTypeInput['options']) =>
    list.map((choice) => ({ ...choice, amount: readable(choice.amount) }));
  return {
    ...input,
    base_fare: readable(input.base_fare),
    rate_per_unit_distance: readable(input.rate_per_unit_distance),
    rate_per_hour: readable(input.rate_per_hour),
    min_fare: readable(input.min_fare),
    convenience_fees: readable(input.convenience_fees),
    parcelTypes: choices(input.parcelTypes),
    options: choices(input.options),
    cancelSlab: input.cancelSlab.map(({ minsDelayed, amount }) => ({
      minsDelayed: Number.isInteger(minsDelayed) ? minsDelayed : -1,
      amount: readable(amount),
    })),
  };
}

/** The first problem of each field, independent of the others. `decimals`: settings.decimal. */
export function problemsOf(input: CarTypeInput, decimals: number): Problem[] {
  const schema = carTypeInputFor(decimals);
  const issues = [input, withNumbers(input)].flatMap((one) => schema.safeParse(one).error?.issues ?? []);
  const found = new Map<string, Problem>();
  for (const issue of issues) {
    const path = issue.path.join('.');
    if (!found.has(path)) found.set(path, { path, ...problemOf(issue) });
  }
  return [...found.values()];
}

/** Resolver for react-hook-form: reports the first problem of each field as `type`, and its limit as `message`. */
export function resolverFor(decimals: number, locale: string): Resolver<CarTypeForm> {
  return (form) => {
    const errors: FieldErrors<CarTypeForm> = {};
    const found = problemsOf(inputOf(form, locale), decimals);
    for (const { path, problem, limit } of found)
      set(errors, path, { type: problem, message: String(limit) });
    return found.length === 0 ? { values: form, errors: {} } : { values: {}, errors };
  };
}
