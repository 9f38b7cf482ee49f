// Plugin that makes unused components of libraries removable by tree shaking. A display name assigned at the top level
// of a module, and a forwardRef without a PURE annotation, count as side effects and would retain them. Display names
// only serve the developer tools.
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
