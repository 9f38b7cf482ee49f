// Plugin that removes Material UI's ripple from the build: the theme disables it, and its code would add to the first
// load.
import type { Plugin } from 'vite';

export function withoutRipple(): Plugin {
  return {
    name: 'kerb:without-ripple',
    enforce: 'pre',
    load(id) {
      if (!/@mui\/material\/ButtonBase\/TouchRipple\.mjs$/.test(id.replaceAll('\\', '/'))) return null;
      return 'export default function TouchRipple() { return null; }';
    },
  };
}
