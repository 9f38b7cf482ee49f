// How the web app is built: React, an installable shell, the map's worker, and the API proxied in development.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { manifest } from './vite/manifest.ts';
import { screenList } from './vite/screen-list.ts';
import { slimRouteTable } from './vite/slim-route-table.ts';
import { withoutRipple } from './vite/without-ripple.ts';

const api = process.env.KERB_API ?? 'http://127.0.0.1:3000';

/** What the server answers: the API, and the hosted functions at the root. */
const proxy = {
  '/api': { target: api, ws: true },
  '^/(user_signup|validate_referrer)$': { target: api },
};

const source = (file: string) => fileURLToPath(new URL(`./src/${file}`, import.meta.url));

/** What every screen uses: the libraries under it, the plainest parts of the interface, the API's client and the store. */
const everyScreen = [
  /node_modules\/(react|react-dom|scheduler|react-router|react-redux|redux|redux-thunk|@reduxjs|@emotion)\//,
  /node_modules\/@mui\/(system|styled-engine|private-theming|material\/(styles|Box|Button|ButtonBase|CircularProgress|IconButton|Link|SvgIcon|Typography))\//,
  /packages\/sdk\/(client|store)\/[^/]+$/,
  /apps\/web\/src\/lib\/((?!country-defaults)[^/]+|i18n\/[^/]+)\.tsx?$/,
  // Small things of every frame: in files of their own each would weigh more than it holds.
  /apps\/web\/src\/ui\/(brand|error-boundary|page-states|placeholder|primary-action|protected-route|shell-bell|skip-link|use-opened-once)\.tsx?$/,
  /@mui\/icons-material\/(esm\/)?(Add|Close|Menu|MyLocation)Outlined\.m?js$/,
  /@mui\/(material|system)\/(esm\/)?useMediaQuery\//,
];

export default defineConfig({
  resolve: {
    // The same words at a tenth of the weight; lean-i18next.test.ts holds the two against each other.
    alias: [
      { find: /^i18next$/, replacement: source('lib/i18n/lean-i18next.ts') },
      { find: /^react-i18next$/, replacement: source('lib/i18n/lean-react-i18next.ts') },
    ],
  },
  plugins: [
    slimRouteTable(),
    withoutRipple(),
    react(),
    screenList(),
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: null,
      manifest,
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'sw.ts',
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,woff2}', 'icons/*.png'],
        // The map and the flags are fetched when they are first needed, and kept from then on.
        globIgnores: ['**/maplibre-*', '**/inter-*-{cyrillic,greek,vietnamese}*', 'assets/[A-Z][A-Z]-*.svg'],
        maximumFileSizeToCacheInBytes: 4_000_000,
      },
    }),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    manifest: true,
    chunkSizeWarningLimit: 1200,
    // Every browser that runs ES2023 preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The tables' alone, though the store's library would bring it along to every screen.
            { name: 'selectors', test: /node_modules\/reselect\//, priority: 2 },
            // What every screen needs, in one file: it packs better than in thirty.
            {
              name: 'base',
              test: (id: string) => everyScreen.some((of) => of.test(id)),
              priority: 1,
            },
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
