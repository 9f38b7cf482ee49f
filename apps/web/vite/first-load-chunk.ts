// Puts what the landing page imports statically into two files, which compress better than a file for each module.

import { fileURLToPath } from 'node:url';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const source = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url));
const entries = [source('main.tsx'), source('surfaces/site/landing-screen.tsx')];
/** Of the landing page alone, and of the other screens with a booking form. */
const bookingForm = /\/apps\/web\/src\/(features\/quote|surfaces\/site)\//;
/** Re-exported by Material's indexes and dropped again by tree shaking: these would bring every input along. */
const unusedReExports = /@mui\/material\/(styles\/enhanceHighContrast|utils\/index)\.mjs$/;
const startOfApp = /\/apps\/web\/src\/(main|app)\.tsx$/;

function staticImports(graph: ModuleGraph): Set<string> {
  const found = new Set(entries);
  for (const id of found) {
    if (unusedReExports.test(id)) continue;
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  }
  return found;
}

let known: Set<string> | null = null;

/** The name of the file that a module of the first load belongs in; null for all other modules. */
export function firstLoadChunk(id: string, graph: ModuleGraph): string | null {
  known ??= staticImports(graph);
  if (!known.has(id) || startOfApp.test(id)) return null;
  return bookingForm.test(id) ? 'booking-form' : 'base';
}
