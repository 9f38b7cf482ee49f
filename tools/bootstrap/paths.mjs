// Paths in the workspace, for programs that run before the dependencies are installed.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const inRoot = (...parts) => join(root, ...parts);

export const serverProgram = inRoot('apps', 'server', 'dist', 'main.js');
export const simulatorProgram = inRoot('apps', 'simulator', 'dist', 'main.js');
