// A seeded fault: one exact edit of a source file that some test must detect, and its application to a copy.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Area = 'domain' | 'server' | 'web' | 'sdk';

/** The vitest projects, cheapest first. */
export type TestProject = 'unit' | 'web' | 'database';

export interface SeededFault {
  /** In kebab-case; accepted by `--only`. */
  readonly name: string;
  /** What goes wrong for users or the operator, in one sentence. */
  readonly harm: string;
  readonly area: Area;
  /** Path from the root of the checkout. */
  readonly file: string;
  /** Source text that occurs exactly once in the file. */
  readonly source: string;
  readonly replacement: string;
  readonly projects: readonly TestProject[];
  /** Database tests of another module that cover the file; tried before those of its own module. */
  readonly databaseTests?: readonly string[];
}

type Edit = Pick<SeededFault, 'name' | 'file' | 'source' | 'replacement'>;

/** Returns the faulty text. Throws when the source text does not occur exactly once, or the edit changes nothing. */
export function applyEdit(text: string, { name, file, source, replacement }: Edit): string {
  const count = text.split(source).length - 1;
  if (count !== 1)
    throw new Error(`Fault ${name} does not apply: its source text occurs ${count} times in ${file}`);
  if (source === replacement) throw new Error(`Fault ${name} changes nothing`);
  return text.replace(source, () => replacement);
}

/** Runs `work` while the fault is in the tree at `root`, and removes the fault afterwards. */
export async function withFault<T>(root: string, fault: Edit, work: () => Promise<T>): Promise<T> {
  const path = join(root, fault.file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, applyEdit(original, fault));
  try {
    return await work();
  } finally {
    writeFileSync(path, original);
  }
}
