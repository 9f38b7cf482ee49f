// The language belongs to the user: chosen once, it is stored with the account and applied on every device.
import type { Me } from '@kerb/contract';
import { currentLanguage, offerKnown, switchLanguage } from './i18n/index.ts';
import { offeredFor } from './i18n/languages.ts';
import { keepMe } from './keep-me.ts';
import { client, store } from './store.ts';

interface Choices {
  /** Locale on the screen. */
  readonly shown: string;
  /** Locale that this device and the account last agreed on; null when this person is new to the device. */
  readonly agreed: string | null;
  /** Locale stored with the account; null before one was chosen. */
  readonly account: string | null;
}

/** What to do when they differ: show the account's language here, keep the one shown here, or nothing. */
export function languageStep({ shown, agreed, account }: Choices): 'show' | 'keep' | 'nothing' {
  if (account === shown) return 'nothing';
  if (account === null) return agreed === null ? 'nothing' : shown === agreed ? 'nothing' : 'keep';
  if (agreed === null || shown === agreed) return 'show';
  return 'keep';
}

const storageKey = 'kerb.language.agreed';

function agreedFor(uid: string): string | null {
  try {
    const [owner, locale] = window.localStorage.getItem(storageKey)?.split(' ') ?? [];
    return owner === uid ? (locale ?? null) : null;
  } catch {
    return null;
  }
}

function agree(text: string | null): void {
  try {
    if (text === null) window.localStorage.removeItem(storageKey);
    else window.localStorage.setItem(storageKey, text);
  } catch {
    // Private windows may refuse storage; the account's language is then shown at each start.
  }
}

/** Resolves to the locale that was stored. */
async function keepShownLanguage(): Promise<string> {
  const { locale, dateLocale } = currentLanguage();
  keepMe(await client.updateProfile({ body: { lang: { langLocale: locale, dateLocale } } }));
  return locale;
}

/** The language on offer for what the account says, which may be one that is offered no more. */
const accountLocale = ({ lang }: Me): string | null => (lang && offeredFor(lang.langLocale)?.locale) ?? null;

async function settleOnce(): Promise<void> {
  await offerKnown;
  const user = store.getState().auth.info;
  if (!user) return;
  const account = accountLocale(user);
  const shown = currentLanguage().locale;
  const step = languageStep({ shown, agreed: agreedFor(user.id), account });
  // Meanwhile the user may switch again: what was shown or stored here counts, not what is shown by then.
  let agreed = shown;
  if (step === 'show' && account !== null) {
    await switchLanguage(account);
    agreed = account;
  }
  if (step === 'keep') agreed = await keepShownLanguage();
  agree(`${user.id} ${agreed}`);
}

let queue: Promise<void> = Promise.resolve();

/** Brings screen and account together; rejects with the ApiError when the account could not be written. */
export function settleLanguage(): Promise<void> {
  const settled = queue.then(settleOnce);
  // Not stored: the next change of language or the next start tries again.
  queue = settled.catch(() => undefined);
  return settled;
}

const settleQuietly = () => void settleLanguage().catch(() => undefined);

let started = false;

/** From now on, as long as the page lives: follows who is signed in and which language is shown. */
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
