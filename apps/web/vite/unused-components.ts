// Lets the build leave out components of libraries that the app does not use: a display name, assigned at the top of a
// module, and an unmarked forwardRef look like side effects and would keep them. Display names only serve the developer tools.
import type { Plugin } from 'vite';

const libraries = /\/node_modules\/react-router\/.*\.m?js$/;
const displayName = /^\w+\.displayName = .+;$/gm;
const madeComponent = /(?<=^(?:var|const) \w+ = )(?=\w+\.(?:forwardRef|createContext|memo)\()/gm;

export function unusedComponents(): Plugin {
  return {
    name: 'kerb:unused-components',
    apply: 'build',
    transform(code, id) {
      if (!libraries.test(id.replaceAll('\\', '/'))) return null;
      return { code: code.replace(displayName, '').replace(madeComponent, '/* @__PURE__ */ '), map: null };
    },
  };
}
