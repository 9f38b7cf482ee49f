// Vitest global set-up of the journeys: creates a demonstration with its city and users, which each stage copies.
import type { TestProject } from 'vitest/node';
import { makeServerPlace, removeServerPlace, type ServerPlace, startServer } from '../api/running-server.ts';
import { withoutSimulation } from './without-simulation.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    kerbDemonstration: ServerPlace;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const place = await makeServerPlace();
  const server = await startServer(place, { env: withoutSimulation });
  await server.stop();
  project.provide('kerbDemonstration', place);
  return () => removeServerPlace(place);
}
