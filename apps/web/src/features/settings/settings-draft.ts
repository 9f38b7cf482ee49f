// Stores unsaved settings in sessionStorage, so that they survive navigation, a reload and the end of the session; they
// contain no secrets.
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { z } from 'zod';
import { tabStorage } from '../../lib/browser-storage.ts';
import { kinds, type SettingsPage } from '../../lib/setting-groups.ts';
import type { Typed } from './settings-form.ts';

/** The version of the settings that a draft is based on. */
export interface Base {
  readonly version: number;
  readonly settings: Settings;
}

export interface Draft {
  readonly base: Base;
  readonly typed: Typed;
  /** Locale of the typed numbers. */
  readonly locale: string;
}

const field = z.union([z.boolean(), z.string().max(5000), z.array(z.string().max(100)).max(100)]);
const stored = z.object({
  uid: z.string(),
  base: z.object({ version: z.number(), settings: settingsSchema }),
  typed: z.record(z.string(), field),
  locale: z.string(),
});

const nameOf = (page: SettingsPage) => `kerb.${page}-draft`;

const read = (page: SettingsPage) => stored.safeParse(tabStorage.readJson(nameOf(page))).data;

/** True when the stored value has the type of its field. */
function fits(key: string, value: unknown): boolean {
  const kind = Object.entries(kinds).find(([name]) => name === key)?.[1];
  if (kind === undefined) return false;
  if (kind === 'amounts' || kind === 'hours') return Array.isArray(value);
  const isFlag = kind === 'switch' || kind === 'unit' || kind === 'place';
  return typeof value === (isFlag ? 'boolean' : 'string');
}

/** Null for a draft of another user. */
export function readDraft(page: SettingsPage, uid: string): Draft | null {
  const found = read(page);
  if (found?.uid !== uid) return null;
  const typed: Typed = Object.fromEntries(
    Object.entries(found.typed).filter(([key, value]) => fits(key, value)),
  );
  return Object.keys(typed).length === 0 ? null : { base: found.base, typed, locale: found.locale };
}

export function storeDraft(page: SettingsPage, uid: string, { base, typed, locale }: Draft): void {
  tabStorage.write(nameOf(page), JSON.stringify({ uid, base, typed, locale }));
}

export function dropDraft(page: SettingsPage): void {
  tabStorage.write(nameOf(page), null);
}
