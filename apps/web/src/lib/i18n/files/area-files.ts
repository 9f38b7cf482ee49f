// Table of the text files of all areas that the landing page does not need; not part of its first load.
import type { Texts } from '../text-area.ts';
import { underReplacedKeys } from './replaced-keys.ts';

const files = import.meta.glob<Texts>(
  [
    '../../../../../../packages/texts/locales/*/*.json',
    '!../../../../../../packages/texts/locales/*/{core,site}.json',
    '!../../../../../../packages/texts/locales/*/server-*.json',
  ],
  { import: 'default' },
);

export function areaFile(locale: string, area: string): (() => Promise<Texts>) | undefined {
  const file = files[`../../../../../../packages/texts/locales/${locale}/${area}.json`];
  return file && (async () => underReplacedKeys(area, await file()));
}
