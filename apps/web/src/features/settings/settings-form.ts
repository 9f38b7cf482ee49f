// State of the settings form: values of its fields, their validation, and the request it sends.
import { type SettingKey, type Settings, settingsInput } from '@kerb/domain/settings';
import { kinds } from '../../lib/setting-groups.ts';
import { numberText, numberTextIn, parseNumber } from '../../ui/parse-amount.ts';

/** Numbers as text in the language's format; a list of amounts as a list of such texts. */
export type FieldValue = boolean | string | readonly string[];
/** Only the fields whose value differs from the saved one. */
export type Typed = Readonly<Partial<Record<SettingKey, FieldValue>>>;

export type ProblemName =
  | 'needed'
  | 'number'
  | 'positive'
  | 'whole'
  | 'half'
  | 'too_small'
  | 'too_big'
  | 'too_long'
  | 'too_many'
  | 'proper_email'
  | 'web_address'
  | 'handle'
  | 'hidden_letters';
export interface Problem {
  readonly name: ProblemName;
  /** Largest or smallest allowed number, depending on the problem. */
  readonly limit: number;
}

/** Formats a list of numbers in the language's format. */
export const fieldOfList = (values: readonly number[], locale: string): string[] =>
  values.map((value) => numberText(value, locale));

export function fieldOf(settings: Settings, key: SettingKey, locale: string): FieldValue {
  const value = settings[key];
  if (Array.isArray(value)) return fieldOfList(value, locale);
  return typeof value === 'number' ? numberText(value, locale) : value;
}

/** Replaces a text that is not a number of 0 or more by '' (specification §5). */
export const numberTextOrEmpty = (text: string, locale: string): string =>
  Number.isNaN(parseNumber(text, locale)) ? '' : text;

/** The value in the API's format; NaN where a number is missing. */
export function inputOf(key: SettingKey, field: FieldValue, locale: string): unknown {
  if (typeof field === 'boolean') return field;
  if (typeof field !== 'string') return field.map((text) => parseNumber(text, locale));
  return kinds[key] === 'number' ? parseNumber(field, locale) : field.trim();
}

/** Rewrites the numbers of a draft for another language. */
export function typedIn(typed: Typed, from: string, to: string): Typed {
  const rewritten = (key: SettingKey, field: FieldValue): FieldValue => {
    if (typeof field === 'boolean') return field;
    if (typeof field !== 'string') return field.map((text) => numberTextIn(text, from, to));
    return kinds[key] === 'number' ? numberTextIn(field, from, to) : field;
  };
  return Object.fromEntries(typedKeys(typed).map((key) => [key, rewritten(key, typed[key] ?? '')]));
}

/** True when both values are sent to the server as the same value. */
export function isSame(key: SettingKey, one: FieldValue, other: FieldValue, locale: string): boolean {
  return JSON.stringify(inputOf(key, one, locale)) === JSON.stringify(inputOf(key, other, locale));
}

const named = (message: string): ProblemName => {
  const names = ['proper_email', 'web_address', 'handle', 'hidden_letters'] as const;
  return names.find((name) => name === message) ?? 'needed';
};

/** The problem that prevents saving the field; null for a valid field. */
export function problemOf(key: SettingKey, field: FieldValue, locale: string): Problem | null {
  if (field === '' && kinds[key] === 'number') return { name: 'needed', limit: 0 };
  const issue = settingsInput.shape[key].safeParse(inputOf(key, field, locale)).error?.issues[0];
  if (!issue) return null;
  const isText = typeof field === 'string' && kinds[key] !== 'number';
  switch (issue.code) {
    case 'too_big': {
      if (isText) return { name: 'too_long', limit: 0 };
      const isList = issue.origin === 'array';
      return { name: isList ? 'too_many' : 'too_big', limit: Number(issue.maximum) };
    }
    case 'too_small':
      if (isText) return { name: 'needed', limit: 0 };
      if (kinds[key] === 'amounts') return { name: 'positive', limit: 0 };
      return { name: Number(issue.minimum) === 0 ? 'number' : 'too_small', limit: Number(issue.minimum) };
    case 'not_multiple_of':
      return { name: 'half', limit: 0 };
    case 'invalid_type':
      if (issue.expected === 'int') return { name: 'whole', limit: 0 };
      return { name: kinds[key] === 'amounts' ? 'positive' : 'number', limit: 0 };
    default:
      return { name: named(issue.message), limit: 0 };
  }
}

export function problemsOf(typed: Typed, locale: string): Partial<Record<SettingKey, Problem>> {
  const found: Partial<Record<SettingKey, Problem>> = {};
  for (const key of typedKeys(typed)) {
    const problem = problemOf(key, typed[key] ?? '', locale);
    if (problem) found[key] = problem;
  }
  return found;
}

const isSetting = (key: string): key is SettingKey => key in kinds;
export const typedKeys = (typed: Typed): SettingKey[] => Object.keys(typed).filter(isSetting);

/** Adds the changed field; a field with its saved value is removed. */
export function withField(
  typed: Typed,
  base: Settings,
  key: SettingKey,
  change: { readonly field: FieldValue; readonly locale: string },
): Typed {
  const { field, locale } = change;
  const others = typedKeys(typed).filter((other) => other !== key);
  const unchanged: Typed = Object.fromEntries(others.map((other) => [other, typed[other]]));
  return isSame(key, field, fieldOf(base, key, locale), locale) ? unchanged : { ...unchanged, [key]: field };
}

export const patchOf = (typed: Typed, locale: string): Partial<Record<SettingKey, unknown>> =>
  Object.fromEntries(typedKeys(typed).map((key) => [key, inputOf(key, typed[key] ?? '', locale)]));

/** Keys of the settings that differ. */
export const changedKeys = (before: Settings, after: Settings): SettingKey[] =>
  Object.keys(kinds)
    .filter(isSetting)
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));

/**
 * The fields that one save sends, or null when nothing can be saved. In demonstration mode only the switch
 * AllowCriticalEditsAdmin is sent, when it is turned on (specification §5); other unsaved fields stay in the form and
 * need a second save.
 */
export function sentNow(typed: Typed, isDemo: boolean): Typed | null {
  if (!isDemo) return typed;
  return typed.AllowCriticalEditsAdmin === true ? { AllowCriticalEditsAdmin: true } : null;
}
