// Writes screens.json beside the built app, for the server: its screens, what the public pages say of themselves, and the
// script that starts the app on a page of the server.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { publicPages, screens } from '../src/surfaces/site/screen-list.ts';

const locales = fileURLToPath(new URL('../../../packages/texts/locales', import.meta.url));

/** The texts of every language by its name: { en: { head_title_home: … }, … }. */
function headTexts(): Record<string, Record<string, string>> {
  return Object.fromEntries(
    readdirSync(locales).map((locale): [string, Record<string, string>] => [
      locale,
      JSON.parse(readFileSync(`${locales}/${locale}/head.json`, 'utf8')),
    ]),
  );
}

/** The name of the script's entry in the build. */
export const startOnUse = 'start-on-use';

export function screenList(): Plugin {
  return {
    name: 'kerb:screen-list',
    apply: 'build',
    generateBundle(_, bundle) {
      const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === startOnUse);
      if (!start) throw new Error(`The build has no ${startOnUse}`);
      this.emitFile({
        type: 'asset',
        fileName: 'screens.json',
        source: JSON.stringify({
          screens,
          pages: publicPages,
          texts: headTexts(),
          startOnUse: `/${start.fileName}`,
        }),
      });
    },
  };
}
