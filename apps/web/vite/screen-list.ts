// Plugin that writes screens.json for the server: the addresses of the screens, titles and descriptions of the public
// pages, the script that starts the app on a server-rendered page, and the scripts to preload with a page.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';
import { paths } from '../src/lib/paths.ts';
import { consolePaths, tablePaths } from '../src/surfaces/console/console-paths.ts';
import { screenFiles } from '../src/surfaces/console/screen-files.ts';
import { publicPages, screens } from '../src/surfaces/site/screen-list.ts';
import { importedFiles } from './check-chunks.ts';
import { tablesChunk } from './load-order-chunks.ts';

const locales = fileURLToPath(new URL('../../../packages/texts/locales', import.meta.url));

/** Texts of the head of public pages by language: { en: { head_title_home: … }, … }. */
function headTexts(): Record<string, Record<string, string>> {
  return Object.fromEntries(
    readdirSync(locales).map((locale): [string, Record<string, string>] => [
      locale,
      JSON.parse(readFileSync(`${locales}/${locale}/head.json`, 'utf8')),
    ]),
  );
}

/** Name of the start script's entry in the build. */
export const startOnUse = 'start-on-use';

/** Returns a chunk and all files that it imports, without those that index.html already loads. */
function scriptsOf(
  bundle: Rolldown.OutputBundle,
  isWanted: (chunk: Rolldown.OutputChunk) => boolean,
): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const withImports = (chunk: Rolldown.OutputChunk | undefined): Set<string> => {
    if (!chunk) throw new Error('The build has no such file');
    return importedFiles(bundle, chunk.fileName);
  };
  const first = withImports(
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/apps/web/index.html')),
  );
  const needed = withImports(chunks.find(isWanted));
  return [...needed].filter((file) => !first.has(file)).map((file) => `/${file}`);
}

const everyRole = ['rider', 'driver', 'admin', 'fleetadmin'] as const;
const everyone = [...everyRole, 'visitor'] as const;

/** Source files of the public screens besides the landing page, by path. */
const publicScreenFiles = {
  [paths.aboutUs]: 'about-us-screen.tsx',
  [paths.privacyPolicy]: 'privacy-policy-screen.tsx',
  [paths.login]: 'login-screen.tsx',
  [paths.driverSignup]: 'driver-signup-screen.tsx',
};

/**
 * Scripts that the server preloads with the page of a screen. Without preloading, a browser discovers each script only
 * after the previous one has run.
 */
function preloads(bundle: Rolldown.OutputBundle) {
  const ofModule = (module: string) =>
    scriptsOf(bundle, ({ facadeModuleId }) => facadeModuleId?.endsWith(module) ?? false);
  const ofChunk = (wanted: string) => scriptsOf(bundle, ({ name }) => name === wanted);
  const moreScreens = ofModule('/surfaces/more-screens.tsx');
  return [
    ...Object.entries(publicScreenFiles).map(([path, file]) => ({
      paths: [path],
      viewers: everyone,
      scripts: [...moreScreens, ...ofModule(`/surfaces/site/${file}`)],
    })),
    {
      paths: consolePaths,
      viewers: everyRole,
      scripts: [...moreScreens, ...ofModule('/surfaces/console/screens.tsx')],
    },
    ...consolePaths.map((path) => ({
      paths: [path],
      viewers: everyRole,
      scripts: ofModule(`/surfaces/console/${screenFiles[path]}`),
    })),
    { paths: tablePaths, viewers: ['admin', 'fleetadmin'], scripts: ofChunk(tablesChunk) },
  ];
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
          frames: {
            console: consolePaths,
            trip: [paths.trip(':id'), paths.driverTrip(':id')].map(decodeURIComponent),
          },
          pages: publicPages,
          texts: headTexts(),
          startOnUse: `/${start.fileName}`,
          preloads: preloads(bundle),
        }),
      });
    },
  };
}
