// Where the texts of every area lie that the landing page can do without; no part of its first load.
import type { Texts } from '../text-area.ts';

const files = import.meta.glob<Texts>(
  [
    '../../../../../../packages/texts/locales/*/*.json',
    '!../../../../../../packages/texts/locales/*/{core,site}.json',
    '!../../../../../../packages/texts/locales/*/server-*.json',
  ],
  { import: 'default' },
);

export const areaFile = (locale: string, area: string): (() => Promise<Texts>) | undefined =>
  files[`../../../../../../packages/texts/locales/${locale}/${area}.json`];
