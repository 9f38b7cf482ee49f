// The unsaved texts of a language, stored in sessionStorage, so that they survive a reload and a new sign-in.

export interface TextDraft {
  readonly text: string;
  /** What was saved when typing began. */
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

export function readDrafts(id: string): TextDrafts {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(storageKey(id)) ?? '{}');
    return new Map(
      Object.entries(stored ?? {}).filter((entry): entry is [string, TextDraft] => isDraft(entry[1])),
    );
  } catch {
    return new Map();
  }
}

export function keepDrafts(id: string, drafts: TextDrafts): void {
  try {
    if (drafts.size === 0) window.sessionStorage.removeItem(storageKey(id));
    else window.sessionStorage.setItem(storageKey(id), JSON.stringify(Object.fromEntries(drafts)));
  } catch {
    // Without storage what is typed lasts as long as the page.
  }
}

/** With what is in a field now; what is as it was saved is no draft. */
export function withDraft(drafts: TextDrafts, key: string, text: string, saved: string): TextDrafts {
  const next = new Map(drafts);
  if (text === saved) next.delete(key);
  else next.set(key, { text, from: drafts.get(key)?.from ?? saved });
  return next;
}

/** After a save: what was typed into the same fields meanwhile is still to be saved. */
export function withoutSaved(drafts: TextDrafts, sent: TextDrafts): TextDrafts {
  return new Map([...drafts].filter(([key, { text }]) => sent.get(key)?.text !== text));
}
