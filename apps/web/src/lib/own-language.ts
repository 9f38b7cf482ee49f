// Synchronises the language with the user's account, so that a language chosen once applies on every device.
import type { Me } from '@kerb/contract';
import { deviceStorage } from './browser-storage.ts';
import { currentLanguage, offerKnown, switchLanguage } from './i18n/index.ts';
import { offeredFor } from './i18n/languages.ts';
import { client, store } from './store.ts';
import { updateMe } from './update-me.ts';

interface Choices {
  /** Locale that is shown. */
  readonly shown: string;
  /** Locale of the last synchronisation between device and account; null when the user is new on this device. */
  readonly agreed: string | null;
  /** Locale stored with the account; null before the user has chosen one. */
  readonly account: string | null;
}

/**
 * The action to take: 'show' the account's language here, 'keep' the shown one by saving it to the account, or nothing.
 */
export function languageStep({ shown, agreed, account }: Choices): 'show' | 'keep' | 'nothing' {
  if (account === shown) return 'nothing';
  if (account === null) return agreed === null ? 'nothing' : shown === agreed ? 'nothing' : 'keep';
  if (agreed === null || shown === agreed) return 'show';
  return 'keep';
}

const storageKey = 'kerb.language.agreed';

function agreedFor(uid: string): string | null {
  const [owner, locale] = deviceStorage.read(storageKey)?.split(' ') ?? [];
  return owner === uid ? (locale ?? null) : null;
}

/** Where storage is blocked, the account's language is shown at each start. */
function agree(text: string | null): void {
  deviceStorage.write(storageKey, text);
}

/** Resolves to the locale that was stored. */
async function storeShownLanguage(): Promise<string> {
  const { locale, dateLocale } = currentLanguage();
  updateMe(await client.updateProfile({ body: { lang: { langLocale: locale, dateLocale } } }));
  return locale;
}

/** The offered language for the account's locale; null when the operator no longer offers it. */
const accountLocale = ({ lang }: Me): string | null => (lang && offeredFor(lang.langLocale)?.locale) ?? null;

async function settleOnce(): Promise<void> {
  await offerKnown;
  const user = store.getState().auth.info;
  if (!user) return;
  const account = accountLocale(user);
  const shown = currentLanguage().locale;
  const step = languageStep({ shown, agreed: agreedFor(user.id), account });
  // The user may switch again during the requests below: records the language handled here, not the one shown
  // afterwards.
  let agreed = shown;
  if (step === 'show' && account !== null) {
    await switchLanguage(account);
    agreed = account;
  }
  if (step === 'keep') agreed = await storeShownLanguage();
  agree(`${user.id} ${agreed}`);
}

let queue: Promise<void> = Promise.resolve();

/** Synchronises screen and account once; rejects with the ApiError when the account could not be updated. */
export function settleLanguage(): Promise<void> {
  const settled = queue.then(settleOnce);
  // A failed update is retried at the next change of language or the next start.
  queue = settled.catch(() => undefined);
  return settled;
}

const settleQuietly = () => void settleLanguage().catch(() => undefined);

let started = false;

/**
 * Starts synchronising after each change of the signed-in user or of the shown language, for the lifetime of the page.
 */
export function followOwnLanguage(): void {
  if (started) return;
  started = true;
  let uid = store.getState().auth.info?.id ?? null;
  store.subscribe(() => {
    const now = store.getState().auth.info?.id ?? null;
    if (now === uid) return;
    // The next sign-in here, also by the same user, applies the account's language.
    if (uid !== null) agree(null);
    uid = now;
    settleQuietly();
  });
  new MutationObserver(settleQuietly).observe(document.documentElement, { attributeFilter: ['lang'] });
  settleQuietly();
}
