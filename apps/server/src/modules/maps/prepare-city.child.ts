// Child process that prepares a city, so that reading a large map file does not block the server.
import { CityFileError } from './osm/read-osm-pbf.ts';
import {
  type OnProgress,
  type PrepareJob,
  type PrepareResult,
  prepareCity,
  prepareStreetGraph,
  type StreetGraphJob,
} from './prepare-city.ts';

export type ChildJob = PrepareJob | StreetGraphJob;

export type ChildMessage =
  | { readonly kind: 'progress'; readonly step: Parameters<OnProgress>[0]; readonly detail: string }
  | { readonly kind: 'done'; readonly result: PrepareResult | null }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

const send = (message: ChildMessage): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });

// When the importer ends, its child must end too instead of continuing to fill tables.
process.on('disconnect', () => process.exit(1));

function run(job: ChildJob): Promise<PrepareResult | null> {
  if (job.kind === 'street-graph') return prepareStreetGraph(job).then(() => null);
  return prepareCity(job, (step, detail) => void send({ kind: 'progress', step, detail }));
}

process.once('message', (job: ChildJob) => {
  run(job)
    .then((result) => send({ kind: 'done', result }))
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      return send({ kind: error instanceof CityFileError ? 'refused' : 'failed', reason });
    })
    .finally(() => process.exit(0));
});
