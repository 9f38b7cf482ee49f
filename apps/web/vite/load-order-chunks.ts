// Assigns modules that pages load together to few chunks, which compress better and need fewer requests than one file
// per module.

import { fileURLToPath } from 'node:url';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Path of a source file of the web app. */
export const source = (file: string) => fileURLToPath(new URL(`../src/${file}`, import.meta.url));
const entries = [source('main.tsx'), source('surfaces/site/landing-screen.tsx')];
/** Modules that only the landing page and other screens with a booking form use. */
const bookingForm = /\/apps\/web\/src\/(features\/quote|surfaces\/site)\//;
/**
 * Modules that index files re-export and that the first load does not use. Following them would add every input of
 * Material UI and every route of the API.
 */
const unusedReExports =
  /@mui\/material\/(styles\/enhanceHighContrast|utils\/index)\.mjs$|\/sdk\/client\/(create-client|hosted|transient-codes)\.ts$/;
/**
 * Modules that the kernel re-exports and that the landing page does not use. They would add the libraries of exact
 * arithmetic and of schemas.
 */
const unusedByLanding = /\/domain\/kernel\/(ids|money|row-version|units)\.ts$/;
const startOfApp = /\/apps\/web\/src\/(main|app)\.tsx$/;

/** Returns the modules and all that they import statically, except those whose path matches `unused`. */
function staticImports(graph: ModuleGraph, from: readonly string[], unused?: RegExp): Set<string> {
  const found = new Set(from);
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (!unusedReExports.test(imported) && !unused?.test(imported)) found.add(imported);
    }
  }
  return found;
}

let firstLoad: Set<string> | null = null;

/** Chunk name of a module of the first load; null for all other modules. */
export function firstLoadChunk(id: string, graph: ModuleGraph): string | null {
  firstLoad ??= staticImports(graph, entries);
  if (!firstLoad.has(id) || startOfApp.test(id)) return null;
  return bookingForm.test(id) ? 'booking-form' : 'base';
}

/** Entry modules that the landing page loads additionally to complete its first view. */
const restOfLanding = [
  source('features/quote/car-choice.tsx'),
  source('features/quote/own-pickup.ts'),
  source('features/quote/when-fields.tsx'),
  source('map/still-map.tsx'),
  source('surfaces/site/landing-sections.tsx'),
  source('ui/site-footer.tsx'),
];
let landing: Set<string> | null = null;

/** Chunk name of a module that completes the landing page; null for all other modules. */
export function landingChunk(id: string, graph: ModuleGraph): string | null {
  landing ??= staticImports(graph, restOfLanding, unusedByLanding);
  return landing.has(id) ? 'landing' : null;
}

/** Entry modules that every page loads after its first paint. */
const afterFirstPaint = [
  // Imported by the messages and by screens, which must not wait for the chunk of the messages.
  source('lib/is-uuid.ts'),
  source('ui/use-guarded-navigate.ts'),
  // Shared by the sign-in and the chunk of the messages, for which the sign-in must not wait.
  source('features/second-factor/lazy-screens.tsx'),
  source('../../../packages/sdk/client/transient-codes.ts'),
  source('lib/live-store.ts'),
  source('surfaces/every-page.tsx'),
  source('surfaces/more-screens.tsx'),
];

let later: Set<string> | null = null;

/** Chunk name of a module that every page loads after its first paint; null for all other modules. */
export function secondLoadChunk(id: string, graph: ModuleGraph): string | null {
  later ??= staticImports(graph, afterFirstPaint);
  return later.has(id) ? 'second-load' : null;
}

/** Chunk name of the operator's tables. */
export const tablesChunk = 'tables';

/** Entry modules that every page of a signed-in user loads besides its screen. */
const forSignedInUsers = [source('surfaces/signed-in.tsx')];

let signedIn: Set<string> | null = null;

/** Chunk name of a module that only pages of signed-in users load; null for all other modules. */
export function signedInChunk(id: string, graph: ModuleGraph): string | null {
  signedIn ??= staticImports(graph, forSignedInUsers);
  return signedIn.has(id) ? 'signed-in' : null;
}

/** What the landing page of a signed-in rider loads, besides what visitors load too. */
const forSignedInRiders = [...forSignedInUsers, source('surfaces/site/active-ride.tsx')];

let landingOfRiders: Set<string> | null = null;

/** What visitors, riders and drivers use: it needs a part of what the screens of the console share. */
const usedOutsideConsole = [
  source('../../../packages/contract/define-route.ts'),
  source('../../../packages/contract/pages.ts'),
  source('features/payment/prepay-dialog.tsx'),
  source('features/quote/booking-dialogs.tsx'),
  source('features/quote/stop-list.tsx'),
  source('surfaces/site/login-screen.tsx'),
  source('surfaces/site/driver-signup-screen.tsx'),
  source('surfaces/rider/trip-screen.tsx'),
  source('surfaces/driver/driver-trip-screen.tsx'),
  source('ui/country-picker/country-dialog.tsx'),
];
/** So small that no screen outside the console should load the console's files for one of them. */
const icon = /\/@mui\/icons-material\//;

let outsideConsole: Set<string> | null = null;

/**
 * Chunk name of a module that many screens share: by whether the landing page of riders, screens outside the console or
 * only screens of the console need it.
 */
export function sharedChunk(id: string, graph: ModuleGraph): string {
  landingOfRiders ??= staticImports(graph, forSignedInRiders, unusedByLanding);
  if (landingOfRiders.has(id)) return 'shared';
  outsideConsole ??= staticImports(graph, usedOutsideConsole);
  return outsideConsole.has(id) || icon.test(id) ? 'screens' : 'console-screens';
}
