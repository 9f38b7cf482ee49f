// Writes screens.json beside the built app, for the server: its screens, what the public pages say of themselves, the
// script that starts the app on a page of the server, and the scripts that the console's pages need.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { consolePaths } from '../src/surfaces/console/console-paths.ts';
import { publicPages, screens } from '../src/surfaces/site/screen-list.ts';
import { importedFiles } from './load-order-chunks.ts';

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

/**
 * The scripts that every page of the console waits for, without those that the first page names itself: otherwise a
 * browser learns of them one after the other, each when the one before it has run.
 */
function consoleScripts(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const withImports = (module: string): Set<string> => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
    if (!chunk) throw new Error(`The build has no file for ${module}`);
    return importedFiles(bundle, chunk.fileName);
  };
  const first = withImports('/apps/web/index.html');
  const needed = [
    ...withImports('/surfaces/more-screens.tsx'),
    ...withImports('/surfaces/console/screens.tsx'),
  ];
  return [...new Set(needed)].filter((file) => !first.has(file)).map((file) => `/${file}`);
}

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
          preloads: [{ paths: consolePaths, scripts: consoleScripts(bundle) }],
        }),
      });
    },
  };
}
