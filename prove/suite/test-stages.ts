// Selects the tests that run for a fault: the cheapest first, never in a browser.
import { readdirSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import type { SeededFault, TestProject } from './seeded-fault.ts';

/** One run of vitest: named test files, or all that import `relatedTo`. */
export interface TestStage {
  readonly projects: readonly TestProject[];
  readonly files?: readonly string[];
  readonly relatedTo?: string;
}

const databaseTest = /\.db\.test\.ts$/;

/** The folder whose database tests run: the module, or the part of the kit. */
export function moduleFolder(file: string): string {
  const [folder] = /^apps\/server\/src\/(modules|kit|adapters)\/[^/]+/.exec(file) ?? [];
  return folder ?? dirname(file);
}

function filesIn(root: string, folder: string, recursive: boolean): string[] {
  return readdirSync(join(root, folder), { recursive, encoding: 'utf8' }).map((name) => `${folder}/${name}`);
}

/** Stages in order; the first one that fails detects the fault. */
export function stagesFor(root: string, fault: SeededFault): TestStage[] {
  const { file, projects, databaseTests = [] } = fault;
  const quick = projects.filter((project) => project !== 'database');
  const { dir, name } = parse(file);
  const own = ['test.ts', 'test.tsx', 'dom.test.ts'].map((ending) => `${dir}/${name}.${ending}`);
  const near = filesIn(root, dir, false).filter((path) => own.includes(path));
  const stages: TestStage[] = [];
  if (quick.length > 0 && near.length > 0) stages.push({ projects: quick, files: near });
  for (const project of quick) stages.push({ projects: [project], relatedTo: file });
  if (!projects.includes('database')) return stages;
  const ofModule = filesIn(root, moduleFolder(file), true).filter((path) => databaseTest.test(path));
  const ofFolder = ofModule.filter((path) => path.startsWith(`${dirname(file)}/`));
  const others = ofModule.filter((path) => !ofFolder.includes(path)).sort();
  for (const files of [databaseTests, ofFolder, others]) {
    if (files.length > 0) stages.push({ projects: ['database'], files });
  }
  return stages;
}
