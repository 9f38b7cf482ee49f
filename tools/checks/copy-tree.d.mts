// Types of copy-tree.mjs, which stays plain so that the checks run without a compiler.
export const root: string;
export const workspaces: readonly string[];
export function copyTree(prefix: string, entries?: readonly string[]): string;
export function removeTree(copy: string): void;
