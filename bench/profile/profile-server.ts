// Options and drawing of the CPU profile of a benchmark's server.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';
import type { OptionValues } from '../lib/benchmark.ts';
import { serverProcess } from '../lib/processor-time.ts';
import type { RunningServer, ServerOptions } from '../lib/server.ts';
import { drawFlameGraph } from './flame-graph.ts';
import { foldProfile } from './fold-profile.ts';
import { recordProfile } from './record-profile.ts';

export const profileOptions = {
  profile: 'an SVG file, for a flame graph of the server during a round more',
  tree: 'another checkout whose server is measured',
};

export interface ServerProfile {
  /** Options that the server must be started with. */
  readonly serverOptions: ServerOptions;
  /** Draws the flame graph if requested, while the work runs once more. */
  draw(server: RunningServer, title: string, work: () => Promise<unknown>): Promise<void>;
}

export async function serverProfile({ profile, tree }: OptionValues): Promise<ServerProfile> {
  const inspectorPort = await freePort();
  return {
    serverOptions: { inspectorPort, ...(tree === undefined ? {} : { tree: resolve(tree) }) },
    async draw(server, title, work) {
      if (profile === undefined) return;
      const recorded = await recordProfile(serverProcess(server.pid), inspectorPort, work);
      writeFileSync(profile, drawFlameGraph(foldProfile(recorded), title));
    },
  };
}
