// Editing the settings: a draft based on one version, and a warning when a newer version exists.
import type { PublicSettings } from '@kerb/contract';
import { type SettingKey, settings as settingsSchema } from '@kerb/domain/settings';
import { refreshSettings } from '@kerb/sdk/store';
import { useEffect, useMemo, useState } from 'react';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { keysOf, type SettingsPage } from '../../lib/setting-groups.ts';
import { useKerbDispatch } from '../../lib/store.ts';
import { type Base, type Draft, dropDraft, readDraft, storeDraft } from './settings-draft.ts';
import {
  changedKeys,
  type FieldValue,
  fieldOf,
  isSame,
  type Problem,
  patchOf,
  problemsOf,
  sentNow,
  type Typed,
  typedIn,
  typedKeys,
  withField,
} from './settings-form.ts';

/** Language key of the alert's text. */
export type SettingsAlert =
  | 'settings_updated'
  | 'settings_conflict'
  | 'update_failed'
  | 'demo_mode'
  | 'proper_bonus'
  | 'proper_email'
  | 'money_exists';

interface State {
  /** Null while nothing is changed: the current settings are shown then. */
  readonly draft: Draft | null;
  /** Settings that other admins have changed since the draft was started. */
  readonly theirs: readonly SettingKey[];
}

const refusals = ['demo_mode', 'proper_bonus', 'proper_email', 'money_exists'] as const;
const baseOf = (live: PublicSettings): Base => ({
  version: live.version,
  settings: settingsSchema.parse(live),
});

/** The draft's fields in the language that is shown now. */
const typedOf = (draft: Draft | null, locale: string): Typed =>
  draft === null ? {} : typedIn(draft.typed, draft.locale, locale);

export function useSettingsEditor(page: SettingsPage, live: PublicSettings, uid: string) {
  const dispatch = useKerbDispatch();
  const { locale } = useLanguage();
  const [found] = useState(() => readDraft(page, uid));
  const [state, setState] = useState<State>({ draft: found, theirs: [] });
  const [alert, setAlert] = useState<SettingsAlert | null>(null);
  const [edit, { isLoading: busy }] = answers.editSettings.useMutation();
  const [tried, setTried] = useState(false);
  const [moneyExists, setMoneyExists] = useState(false);

  const now = useMemo(() => baseOf(live), [live]);
  const base = state.draft?.base ?? now;
  const typed = typedOf(state.draft, locale);
  const problems = problemsOf(typed, locale);

  useEffect(() => {
    if (state.draft) storeDraft(page, uid, state.draft);
    else dropDraft(page);
  }, [page, uid, state.draft]);

  const isDemo = !live.AllowCriticalEditsAdmin;

  const set = (key: SettingKey, field: FieldValue) => {
    // In demonstration mode, reject the first change instead of the whole form at the end; an existing draft can still
    // be reset.
    const isReset = isSame(key, field, fieldOf(base.settings, key, locale), locale);
    if (isDemo && key !== 'AllowCriticalEditsAdmin' && !isReset) return setAlert('demo_mode');
    setState(({ draft, theirs }) => {
      const from = draft?.base ?? now;
      const after = withField(typedOf(draft, locale), from.settings, key, { field, locale });
      return typedKeys(after).length === 0
        ? { draft: null, theirs: [] }
        : { draft: { base: from, typed: after, locale }, theirs };
    });
  };

  /** Rebases the draft on newer settings. `own`: the settings that this save has changed. */
  const rebase = (newer: Base, own: readonly SettingKey[] = []) =>
    setState(({ draft, theirs }) => {
      if (!draft) return { draft, theirs };
      const changed = changedKeys(draft.base.settings, newer.settings);
      const known = typedOf(draft, locale);
      let left: Typed = {};
      for (const key of typedKeys(known))
        left = withField(left, newer.settings, key, { field: known[key] ?? '', locale });
      const all = [...new Set([...theirs, ...changed])].filter(
        (key) => keysOf(page).includes(key) && !own.includes(key),
      );
      return typedKeys(left).length === 0
        ? { draft: null, theirs: [] }
        : { draft: { base: newer, typed: left, locale }, theirs: all };
    });

  async function afterConflict(): Promise<SettingsAlert> {
    try {
      rebase(baseOf(await dispatch(refreshSettings()).unwrap()));
      return 'settings_conflict';
    } catch {
      return 'update_failed';
    }
  }

  async function alertOf(code: string): Promise<SettingsAlert | null> {
    if (code === 'conflict') return afterConflict();
    // The sign-in dialog opens; the draft stays.
    if (code === 'not_logged_in') return null;
    if (code === 'money_exists') setMoneyExists(true);
    return refusals.find((refusal) => refusal === code) ?? 'update_failed';
  }

  async function send(): Promise<SettingsAlert | null> {
    const sent = sentNow(typed, isDemo);
    if (sent === null) return 'demo_mode';
    if (sent.bonus === '') return 'proper_bonus';
    if (Object.keys(problemsOf(sent, locale)).length > 0) return null;
    try {
      const after = await edit({
        body: patchOf(sent, locale),
        query: { version: base.version },
      }).unwrap();
      rebase(baseOf(after), typedKeys(sent));
      setTried(false);
      return 'settings_updated';
    } catch (error) {
      return alertOf(codeOf(error));
    }
  }

  return {
    page,
    base: base.settings,
    typed,
    problems: tried ? problems : ({} as Partial<Record<SettingKey, Problem>>),
    theirs: state.theirs,
    alert,
    busy,
    /** The ledger has entries, so currency code and decimals are fixed: the server has rejected a change of them. */
    moneyExists,
    restored: found !== null && state.draft !== null,
    isDirty: state.draft !== null,
    /** Critical edits are off: only the switch that turns them on can be saved. */
    isDemo,
    /** True when the settings have a newer version than the draft is based on. */
    isBehind: state.draft !== null && live.version > base.version,
    valueOf: (key: SettingKey): FieldValue => typed[key] ?? fieldOf(base.settings, key, locale),
    theirValue: (key: SettingKey): FieldValue => fieldOf(base.settings, key, locale),
    set,
    showChanges: () => rebase(now),
    undo() {
      setState({ draft: null, theirs: [] });
      setTried(false);
    },
    closeAlert: () => setAlert(null),
    async save(): Promise<void> {
      setTried(true);
      setAlert(await send());
    },
  };
}

export type SettingsEditorState = ReturnType<typeof useSettingsEditor>;

/** Props of the control of one setting. */
export interface SettingProps {
  readonly name: SettingKey;
  readonly editor: SettingsEditorState;
  /** The reason why it cannot be changed; null when it can. */
  readonly closed: string | null;
}
