// Use case "editCancellationReason": admins add, reword and remove cancel reasons. Existing bookings keep their text.
import type { CancelReason, CancelReasonInput } from '@kerb/contract';
import { DomainError, localeOfSameText, unknownLocaleErrors } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import { appendEvent, type Tx, violatesUnique, type WithTx } from '../../kit/index.ts';
import type { LanguageChoices } from './settings.ports.ts';
import { settingsRepository } from './settings.repository.ts';

export interface EditCancelReasonsDeps {
  withTx: WithTx;
  current: () => Promise<Pick<Settings, 'AllowCriticalEditsAdmin'>>;
  languages: LanguageChoices;
}

/** The list returns at most this number. */
const MAX_REASONS = 200;

const publishChanged = (tx: Tx): Promise<void> =>
  appendEvent(tx, { name: 'catalog.changed', topics: ['catalog'], data: { what: 'cancel_reason' } });

/** Throws `name_taken` when another reason has the same text in a language. */
function assertOwnTranslations(reason: CancelReason, all: readonly CancelReason[]): void {
  const others = all.filter(({ value }) => value !== reason.value).map(({ translations }) => translations);
  const locale = localeOfSameText(reason.translations, 'label', others);
  if (locale === null) return;
  const path = `translations.${locale}.label`;
  throw new DomainError('name_taken', undefined, [{ path, message: 'Another reason has this text' }]);
}

/** The same text for the same texts of a reason, in any order of the languages. */
const keyOf = ({ label, translations = {} }: Omit<CancelReason, 'value'>): string =>
  JSON.stringify([
    label,
    Object.entries(translations)
      .map(([locale, texts]) => `${locale} ${texts.label ?? ''}`)
      .toSorted(),
  ]);

/**
 * Each throws `demo_mode` while critical edits are off, `name_taken` for a label that another reason has (ignoring
 * letter case) or for the same text in a language, `invalid_input` for an unknown language, `not_found` for an unknown
 * value, and `conflict` when the value has another reason, or other texts, than the caller has seen: a value is used again
 * after the last reason was removed.
 */
export function createEditCancelReasons({ withTx, current, languages }: EditCancelReasonsDeps) {
  async function edit<Answer>(
    work: (reasons: ReturnType<typeof settingsRepository>) => Promise<Answer>,
  ): Promise<Answer> {
    if (!(await current()).AllowCriticalEditsAdmin) throw new DomainError('demo_mode');
    try {
      return await withTx(async (tx) => {
        const answer = await work(settingsRepository(tx));
        await publishChanged(tx);
        return answer;
      });
    } catch (error) {
      if (violatesUnique(error, 'cancel_reason_label')) throw new DomainError('name_taken');
      throw error;
    }
  }

  /** Texts of a deleted language are accepted when they are stored already, because the language may be added again. */
  async function assertKnownLanguages(
    { translations }: CancelReasonInput,
    stored: CancelReason['translations'] = {},
  ): Promise<void> {
    const onOffer = (await languages.choices()).map(({ langLocale }) => langLocale);
    const known = new Set([...onOffer, ...Object.keys(stored)]);
    const errors = unknownLocaleErrors(translations, known, 'translations');
    if (errors.length > 0) throw new DomainError('invalid_input', undefined, errors);
  }

  return {
    /** Assigns the value after the highest. */
    add: (input: CancelReasonInput): Promise<CancelReason> =>
      edit(async (reasons) => {
        await assertKnownLanguages(input);
        await reasons.lockCancelReasons();
        const all = await reasons.cancelReasons();
        if (all.length >= MAX_REASONS)
          throw new DomainError('conflict', `There are ${MAX_REASONS} reasons already; delete one first`);
        const { label, translations = {} } = input;
        const added = { value: Math.max(-1, ...all.map(({ value }) => value)) + 1, label, translations };
        assertOwnTranslations(added, all);
        await reasons.insertCancelReason(added);
        return added;
      }),

    /** Keeps the stored translations when `translations` is omitted. */
    change: (
      value: number,
      { seen, ...input }: CancelReasonInput & { seen?: Omit<CancelReason, 'value'> | undefined },
    ): Promise<CancelReason> =>
      edit(async (reasons) => {
        await reasons.lockCancelReasons();
        const all = await reasons.cancelReasons();
        const before = all.find((reason) => reason.value === value);
        if (!before) throw new DomainError('not_found');
        if (seen !== undefined && keyOf(seen) !== keyOf(before)) throw new DomainError('conflict');
        await assertKnownLanguages(input, before.translations);
        const changed = {
          value,
          label: input.label,
          translations: input.translations ?? before.translations,
        };
        assertOwnTranslations(changed, all);
        await reasons.changeCancelReason(changed);
        return changed;
      }),

    /** `label` is that of the reason that the caller has seen. */
    remove: (value: number, label?: string): Promise<void> =>
      edit(async (reasons) => {
        await reasons.lockCancelReasons();
        const before = (await reasons.cancelReasons()).find((reason) => reason.value === value);
        if (before && label !== undefined && before.label !== label) throw new DomainError('conflict');
        if (!(await reasons.removeCancelReason(value))) throw new DomainError('not_found');
      }),
  };
}
