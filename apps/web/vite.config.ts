// Vite configuration of the web app: React, chunks, service worker, and a proxy to the API in development.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunksWithoutCycles, screensBeforeSignedIn } from './vite/check-chunks.ts';
import {
  firstLoadChunk,
  landingChunk,
  secondLoadChunk,
  sharedChunk,
  signedInChunk,
  tablesChunk,
} from './vite/load-order-chunks.ts';
import { manifest } from './vite/manifest.ts';
import { answersFile, queryLibraryApart } from './vite/query-library.ts';
import { screenList, startOnUse } from './vite/screen-list.ts';
import { slimTables } from './vite/slim-tables.ts';
import { unusedComponents } from './vite/unused-components.ts';
import { withoutRipple } from './vite/without-ripple.ts';
import { withoutSchemeScript } from './vite/without-scheme-script.ts';

const api = process.env.KERB_API ?? 'http://127.0.0.1:3000';

/** Paths that are proxied to the server: the API, and the hosted functions at the root. */
const proxy = {
  '/api': { target: api, ws: true },
  '^/(user_signup|validate_referrer)$': { target: api },
};

export default defineConfig({
  plugins: [
    slimTables(),
    queryLibraryApart(),
    withoutRipple(),
    withoutSchemeScript(),
    unusedComponents(),
    react(),
    screenList(),
    screensBeforeSignedIn(),
    chunksWithoutCycles(),
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: null,
      manifest,
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,woff2}', 'icons/*.png'],
        // Not precached: the service worker caches the map and the flags when they are first requested.
        globIgnores: ['**/maplibre-*', '**/inter-*-{cyrillic,greek,vietnamese}*', 'assets/[A-Z][A-Z]-*.svg'],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
    }),
  ],
  resolve: {
    // React has had this hook since version 18; the package is its replacement for older versions.
    alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
  },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    manifest: true,
    chunkSizeWarningLimit: 1200,
    // Every browser that supports ES2023 also supports modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', [startOnUse]: 'src/start-on-use.ts' },
      treeshake: {
        // CommonJS modules without side effects, used only by a part of Emotion that the app does not use.
        moduleSideEffects: [
          { test: /node_modules\/(hoist-non-react-statics|react-is)\//, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: [
            // Its own chunk: only the tables need it; otherwise it would be in the chunk of Redux Toolkit, which every
            // screen loads.
            { name: 'selectors', test: /node_modules\/reselect\//, priority: 5 },
            { name: firstLoadChunk, debugName: 'first load', priority: 4 },
            {
              name: landingChunk,
              debugName: 'landing',
              priority: 3.5,
              includeDependenciesRecursively: false,
            },
            { name: secondLoadChunk, debugName: 'second load', priority: 3 },
            // Chunk of the response cache, which only screens of signed-in users load.
            { name: 'answers', test: answersFile, priority: 2 },
            // Separate chunks: riders and drivers need neither the tables nor, once signed in, the numbering plans of
            // all countries.
            {
              name: tablesChunk,
              test: /node_modules\/@mui\/x-(data-grid|virtualizer)\/|\/apps\/web\/src\/ui\/data-table\/[\w-]+\.tsx$/,
              priority: 1.5,
              includeDependenciesRecursively: false,
            },
            {
              name: 'phone-numbers',
              test: /node_modules\/(libphonenumber-js|country-flag-icons)\/|\/apps\/web\/src\/ui\/country-picker\//,
              priority: 1.5,
              includeDependenciesRecursively: false,
            },
            // Groups widely shared modules: without these chunks a screen needs up to 150 requests, most of them for
            // components of less than 2 kB.
            {
              name: sharedChunk,
              debugName: 'shared by screens',
              minShareCount: 12,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Lower priority than `sharedChunk`, so that modules which screens share are not put into this chunk and no
            // screen waits for it.
            { name: signedInChunk, debugName: 'signed in' },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 4103,
    strictPort: true,
    proxy,
  },
  preview: {
    host: '127.0.0.1',
    proxy,
  },
});
