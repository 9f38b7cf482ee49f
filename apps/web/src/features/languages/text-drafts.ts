// The unsaved texts of a language, stored in sessionStorage, so that they survive a reload and a new sign-in.
import { tabStorage } from '../../lib/browser-storage.ts';

export interface TextDraft {
  readonly text: string;
  /** The saved text at the time typing began. */
  readonly from: string;
}
export type TextDrafts = ReadonlyMap<string, TextDraft>;

const storageKey = (id: string) => `kerb.language-draft.${id}`;

const isDraft = (value: unknown): value is TextDraft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  'from' in value &&
  typeof value.text === 'string' &&
  typeof value.from === 'string';

export interface StoredDrafts {
  readonly drafts: TextDrafts;
  /** Version of the language over which they were typed; null when it is not known. */
  readonly version: number | null;
}

const nothing: StoredDrafts = { drafts: new Map(), version: null };

export function readDrafts(id: string): StoredDrafts {
  const stored = tabStorage.readJson(storageKey(id));
  if (typeof stored !== 'object' || stored === null) return nothing;
  const version: unknown = Reflect.get(stored, 'version');
  // Releases up to 0.1.0 stored the drafts alone, without their version.
  const drafts: unknown = 'drafts' in stored && !isDraft(stored.drafts) ? stored.drafts : stored;
  return {
    drafts: new Map(
      Object.entries(drafts ?? {}).filter((entry): entry is [string, TextDraft] => isDraft(entry[1])),
    ),
    version: typeof version === 'number' ? version : null,
  };
}

export function keepDrafts(id: string, drafts: TextDrafts, version: number): void {
  const stored = { version, drafts: Object.fromEntries(drafts) };
  tabStorage.write(storageKey(id), drafts.size === 0 ? null : JSON.stringify(stored));
}

/** Drafts with the current text of a field; a text equal to the saved one is removed from them. */
export function withDraft(drafts: TextDrafts, key: string, text: string, saved: string): TextDrafts {
  const next = new Map(drafts);
  if (text === saved) next.delete(key);
  else next.set(key, { text, from: drafts.get(key)?.from ?? saved });
  return next;
}

/** Drafts after a save: a field that was changed while it was being saved stays a draft. */
export function withoutSaved(drafts: TextDrafts, sent: TextDrafts): TextDrafts {
  return new Map([...drafts].filter(([key, { text }]) => sent.get(key)?.text !== text));
}
