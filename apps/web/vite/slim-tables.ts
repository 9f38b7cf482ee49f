// Plugin that replaces the SDK's route tables by their evaluated values, so that the schemas from which they are
// computed are not bundled.

import { tsImport } from 'tsx/esm/api';
import type { Plugin } from 'vite';

const tableFile = /packages\/sdk\/(client\/(route-table|public-routes)|answers\/answer-table)\.ts$/;

const isModule = (module: unknown): module is Readonly<Record<string, unknown>> =>
  typeof module === 'object' && module !== null;

export function slimTables(): Plugin {
  return {
    name: 'kerb:slim-tables',
    enforce: 'pre',
    async load(id) {
      const [file = ''] = id.split('?');
      if (!tableFile.test(file.replaceAll('\\', '/'))) return null;
      const module: unknown = await tsImport(file, import.meta.url);
      if (!isModule(module)) throw new Error(`${file} exports no table`);
      return Object.entries(module)
        .map(([name, table]) => `export const ${name} = ${JSON.stringify(table)};`)
        .join('\n');
    },
  };
}
