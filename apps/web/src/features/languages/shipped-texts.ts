// The texts that come with the app in a language, all of them at once, to compare the operator's with.
import type { KeyValuePairs } from '@kerb/texts';

const files = import.meta.glob<Record<string, string>>('../../../../../packages/texts/locales/*/*.json', {
  import: 'default',
});

/** Null for a language that the app does not bring along. */
export async function shippedTexts(locale: string): Promise<KeyValuePairs | null> {
  const own = Object.entries(files).filter(([file]) => file.includes(`/locales/${locale}/`));
  if (own.length === 0) return null;
  const texts = await Promise.all(own.map(([, read]) => read()));
  return Object.assign({}, ...texts);
}
