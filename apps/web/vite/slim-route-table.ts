// Replaces the SDK's route table by its methods and paths alone, so that no schema reaches the browser with it.

import { tsImport } from 'tsx/esm/api';
import type { Plugin } from 'vite';

const tableFile = /packages\/sdk\/client\/route-table\.ts$/;

interface RouteTableModule {
  routeTable: Readonly<Record<string, unknown>>;
}

function isRouteTableModule(module: unknown): module is RouteTableModule {
  return typeof module === 'object' && module !== null && 'routeTable' in module;
}

export function slimRouteTable(): Plugin {
  return {
    name: 'kerb:slim-route-table',
    enforce: 'pre',
    async load(id) {
      const [file = ''] = id.split('?');
      if (!tableFile.test(file.replaceAll('\\', '/'))) return null;
      const module: unknown = await tsImport(file, import.meta.url);
      if (!isRouteTableModule(module)) throw new Error(`${file} no longer exports routeTable`);
      return `export const routeTable = ${JSON.stringify(module.routeTable)};`;
    },
  };
}
