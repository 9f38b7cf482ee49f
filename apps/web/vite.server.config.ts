// Vite configuration of the server-side bundle of the web app, with which the server renders the public pages.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimTables } from './vite/slim-tables.ts';
import { withoutRipple } from './vite/without-ripple.ts';

export default defineConfig({
  plugins: [slimTables(), withoutRipple(), react()],
  // Bundles all packages, so that the server can run the bundle without installed packages of the web app.
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/on-server/render-page.tsx',
    outDir: 'on-server/dist',
    target: 'node20',
    copyPublicDir: false,
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: 'render-page.js' } },
  },
});
