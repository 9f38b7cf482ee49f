// Plugin that removes Material UI's inline script for the colour scheme, because the Content Security Policy forbids
// inline scripts.
import type { Plugin } from 'vite';

const stub = `
export const DEFAULT_MODE_STORAGE_KEY = 'mode';
export const DEFAULT_COLOR_SCHEME_STORAGE_KEY = 'color-scheme';
export const DEFAULT_ATTRIBUTE = 'data-color-scheme';
export const buildInitColorSchemeScript = () => '';
export default function InitColorSchemeScript() { return null; }
`;

export function withoutSchemeScript(): Plugin {
  return {
    name: 'kerb:without-scheme-script',
    enforce: 'pre',
    load(id) {
      const isScript = /@mui\/system\/InitColorSchemeScript\/InitColorSchemeScript\.mjs$/;
      return isScript.test(id.replaceAll('\\', '/')) ? stub : null;
    },
  };
}
