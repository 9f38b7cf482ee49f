// State of the promo form: its fields, how they are parsed, and their validation by the server's rules.
import { type Promo, type PromoInput, promoInput } from '@kerb/domain/fare';
import type { FeeType } from '@kerb/domain/fleet';
import { DomainError, hasInvisibleCharacters, toMinor } from '@kerb/domain/kernel';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { numberText, parseNumber } from '../../ui/parse-amount.ts';

/** Numbers are stored as typed, in the number format of the language. */
export interface PromoForm {
  promo_name: string;
  promo_description: string;
  promo_discount_type: FeeType;
  promo_discount_value: string;
  /** '' for no limit; ignored for a flat discount. */
  max_promo_discount_value: string;
  /** '' for no minimum. */
  min_order: string;
  /** ms since the epoch; null while not chosen. */
  promo_validity: number | null;
  promo_usage_limit: string;
}

export type PromoField = keyof PromoForm;
export type NumberField =
  | 'promo_discount_value'
  | 'max_promo_discount_value'
  | 'min_order'
  | 'promo_usage_limit';

export interface Writing {
  /** Locale for decimal signs. */
  readonly locale: string;
  /** Number of decimals of the currency. */
  readonly decimals: number;
}

export function formOf(promo: Promo | null, { locale }: Writing): PromoForm {
  const text = (value: number | null | undefined): string => (value == null ? '' : numberText(value, locale));
  return {
    promo_name: promo?.promo_name ?? '',
    promo_description: promo?.promo_description ?? '',
    promo_discount_type: promo?.promo_discount_type ?? 'flat',
    promo_discount_value: text(promo?.promo_discount_value),
    max_promo_discount_value: text(promo?.max_promo_discount_value),
    min_order: promo?.min_order ? text(promo.min_order) : '',
    promo_validity: promo?.promo_validity ?? null,
    promo_usage_limit: text(promo?.promo_usage_limit),
  };
}

/** The values to send as far as they can be parsed; NaN for a text that is not a number. */
function draftOf(form: PromoForm, { locale }: Writing) {
  const optional = (text: string, none: number | null) =>
    text.trim() === '' ? none : parseNumber(text, locale);
  const isPercentage = form.promo_discount_type === 'percentage';
  return {
    promo_name: form.promo_name,
    promo_description: form.promo_description,
    promo_discount_type: form.promo_discount_type,
    promo_discount_value: parseNumber(form.promo_discount_value, locale),
    max_promo_discount_value: isPercentage ? optional(form.max_promo_discount_value, null) : null,
    min_order: optional(form.min_order, 0),
    promo_validity: form.promo_validity ?? Number.NaN,
    promo_usage_limit: parseNumber(form.promo_usage_limit, locale),
  };
}

function hasMoreDecimals(amount: number | null, decimals: number): boolean {
  if (amount === null || !Number.isFinite(amount)) return false;
  try {
    toMinor(amount, decimals);
    return false;
  } catch (error) {
    if (error instanceof DomainError) return true;
    throw error;
  }
}

/** The promo to send; or the invalid fields, by the server's schema and the currency's decimals. */
export function readForm(
  form: PromoForm,
  writing: Writing,
): { input: PromoInput } | { wrong: ReadonlySet<PromoField> } {
  const draft = draftOf(form, writing);
  const read = promoInput.safeParse(draft);
  const wrong = new Set<PromoField>();
  const fields = Object.keys(form).filter((name): name is PromoField => name in draft);
  for (const { path } of read.error?.issues ?? [])
    for (const field of fields) if (field === path[0]) wrong.add(field);
  const amounts = ['max_promo_discount_value', 'min_order'] as const;
  for (const field of amounts) if (hasMoreDecimals(draft[field], writing.decimals)) wrong.add(field);
  if (form.promo_discount_type === 'flat' && hasMoreDecimals(draft.promo_discount_value, writing.decimals))
    wrong.add('promo_discount_value');
  return read.success && wrong.size === 0 ? { input: read.data } : { wrong };
}

/** Language key of the message for an invalid text; `type` comes from the resolver or is the server's error code. */
export function problemTextOf(name: 'promo_name' | 'promo_description', type: string, typed: string) {
  if (type === 'name_taken') return type;
  if (name === 'promo_name' && hasInvisibleCharacters(typed.trim())) return 'hidden_letters';
  return `promos_wrong_${name}` as const;
}

/** Language key of the message for an invalid number. */
export function numberProblemOf(name: NumberField, discount: PromoForm['promo_discount_type']) {
  return name === 'promo_discount_value' && discount === 'flat'
    ? 'promos_wrong_promo_discount_amount'
    : (`promos_wrong_${name}` as const);
}

/** A react-hook-form resolver: each invalid field with its message. */
export const promoResolver =
  (writing: Writing): Resolver<PromoForm> =>
  (form) => {
    const read = readForm(form, writing);
    if ('input' in read) return { values: form, errors: {} };
    const errors: FieldErrors<PromoForm> = {};
    for (const field of read.wrong) errors[field] = { type: 'wrong' };
    return { values: {}, errors };
  };
