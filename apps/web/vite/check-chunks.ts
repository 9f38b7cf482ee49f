// Plugins that fail the build if its files load in an order that delays screens or breaks them.
import type { Plugin, Rolldown } from 'vite';
import { source } from './load-order-chunks.ts';

/** The files that each file imports statically. */
type Imports = Readonly<Record<string, readonly string[]>>;

function importsIn(bundle: Rolldown.OutputBundle): Imports {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  return Object.fromEntries(chunks.map(({ fileName, imports }) => [fileName, imports]));
}

/** Returns a file and all files that it imports, directly or through other files. */
function reachableFrom(file: string, imports: Imports): Set<string> {
  const found = new Set([file]);
  for (const name of found) {
    for (const imported of imports[name] ?? []) found.add(imported);
  }
  return found;
}

/** Returns a file of the build and all files that it imports statically. */
export const importedFiles = (bundle: Rolldown.OutputBundle, file: string): Set<string> =>
  reachableFrom(file, importsIn(bundle));

/** Returns the files that import each other in a cycle, directly or through other files. */
export function filesInCycles(imports: Imports): string[] {
  return Object.entries(imports)
    .filter(([file, direct]) => direct.some((imported) => reachableFrom(imported, imports).has(file)))
    .map(([file]) => file);
}

/** The route tables that surfaces load before their first screen, and the screens of visitors who will sign in. */
const beforeSignedIn = [
  source('surfaces/console/screens.tsx'),
  source('surfaces/more-screens.tsx'),
  source('surfaces/site/login-screen.tsx'),
  source('surfaces/site/driver-signup-screen.tsx'),
];

/** Fails if the screens of a surface would wait for the 'signed-in' chunk, which contains the bell and the messages. */
export function screensBeforeSignedIn(): Plugin {
  return {
    name: 'kerb:screens-before-signed-in',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk' || !beforeSignedIn.includes(output.facadeModuleId ?? '')) continue;
        for (const file of importedFiles(bundle, output.fileName)) {
          const imported = bundle[file];
          if (imported?.type === 'chunk' && imported.name === 'signed-in') {
            this.error(`${output.facadeModuleId} loads ${file} first: put what both use into another file`);
          }
        }
      }
    },
  };
}

/** Fails if chunks import each other: the browser would then run one of them before what it uses is defined. */
export function chunksWithoutCycles(): Plugin {
  return {
    name: 'kerb:chunks-without-cycles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = filesInCycles(importsIn(bundle));
      if (files.length > 0) this.error(`these files import each other: ${files.join(', ')}`);
    },
  };
}
