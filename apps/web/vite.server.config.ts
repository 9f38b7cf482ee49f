// How the part of the web app is built that the server runs: the landing page, rendered before any script does.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimTables } from './vite/slim-tables.ts';
import { withoutRipple } from './vite/without-ripple.ts';

export default defineConfig({
  plugins: [slimTables(), withoutRipple(), react()],
  // One program without packages of its own, so that it runs where the app alone is installed.
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/on-server/render-landing.tsx',
    outDir: 'on-server/dist',
    target: 'node20',
    copyPublicDir: false,
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: 'render-landing.js' } },
  },
});
