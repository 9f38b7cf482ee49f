// Plugin that gives RTK Query its own copy of the parts of Redux Toolkit and Immer that it needs. A module can be in
// one chunk only, and the store of the first load uses a small part of the same modules: with a shared copy visitors
// would load 6.7 kB (gzip) that they never run.
import type { Plugin } from 'vite';

const queryLibrary = /@reduxjs\/toolkit\/dist\/query\//;
const copied = /^(@reduxjs\/toolkit|immer)$/;
const suffix = '?query';

/** Modules of the response cache (lib/answers.ts), with RTK Query and the table of API routes. */
export const answersFile =
  /@reduxjs\/toolkit\/dist\/query\/|\?query$|\/packages\/sdk\/(answers\/|client\/route-table\.ts)|\/src\/lib\/answers\.ts$/;

export function queryLibraryApart(): Plugin {
  return {
    name: 'kerb:query-library-apart',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer === undefined || !copied.test(source)) return null;
      const isQuery = queryLibrary.test(importer.replaceAll('\\', '/')) || importer.endsWith(suffix);
      if (!isQuery) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found ? { ...found, id: `${found.id}${suffix}` } : null;
    },
  };
}
