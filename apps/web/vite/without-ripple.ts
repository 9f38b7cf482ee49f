// Plugin that removes Material UI's ripple from the build: the theme disables it, and its code would add to the first
// load.
import type { Plugin } from 'vite';

const modules: readonly { readonly path: RegExp; readonly code: string }[] = [
  {
    path: /@mui\/material\/ButtonBase\/TouchRipple\.mjs$/,
    code: 'export default function TouchRipple() { return null; }',
  },
  {
    // Mounts the ripple at the first press of a button.
    path: /@mui\/material\/useLazyRipple\/useLazyRipple\.mjs$/,
    code: `const ripple = { ref: { current: null }, shouldMount: false, start() {}, stop() {}, pulsate() {} };
export default function useLazyRipple() { return ripple; }`,
  },
];

export function withoutRipple(): Plugin {
  return {
    name: 'kerb:without-ripple',
    enforce: 'pre',
    load(id) {
      const file = id.replaceAll('\\', '/');
      return modules.find(({ path }) => path.test(file))?.code ?? null;
    },
  };
}
