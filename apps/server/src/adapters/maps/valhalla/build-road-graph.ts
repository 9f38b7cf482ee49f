// Builds a road graph from a city file by running Valhalla's tile builder.
import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BuildRoadGraph } from '../../../ports/roads.ts';
import { libraryEnvironment, valhallaConfig, valhallaPrograms } from './valhalla-programs.ts';

const LOG_CHARACTERS = 4000;

/** Resolves to false on a platform without Valhalla programs. */
export const buildRoadGraph: BuildRoadGraph = async (pbfPath, folder) => {
  const programs = valhallaPrograms();
  if (!programs) return false;
  await mkdir(folder, { recursive: true });
  const config = join(folder, 'build.json');
  await writeFile(config, JSON.stringify(valhallaConfig(folder)));
  const args = ['-c', config, resolve(pbfPath)];
  // The program writes files into its working directory, so it runs in the folder of the tiles.
  await run(join(programs, 'valhalla_build_tiles'), args, folder, libraryEnvironment(programs));
  await rm(config);
  return true;
};

function run(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: Record<string, string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    const keep = (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-LOG_CHARACTERS);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The road graph could not be built (exit ${code}): ${log.trim().slice(-600)}`));
    });
  });
}
