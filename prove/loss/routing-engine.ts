// External routing engine: Valhalla in this process, behind the HTTP interface of Valhalla's own service.
import { createServer } from 'node:http';
import { z } from 'zod';
import { buildRoadGraph } from '../../apps/server/src/adapters/maps/valhalla/build-road-graph.ts';
import {
  createInProcessEngine,
  type ValhallaAction,
} from '../../apps/server/src/adapters/maps/valhalla/valhalla-engine.ts';
import { type HttpFront, startHttpFront } from './http-front.ts';

const action = z.enum([
  'route',
  'sources_to_targets',
  'locate',
  'trace_attributes',
] satisfies ValhallaAction[]);

/** The graph is written to `folder`. Throws on platforms without Valhalla programs. */
export async function startRoutingEngine(pbfPath: string, folder: string): Promise<HttpFront> {
  if (!(await buildRoadGraph(pbfPath, folder))) throw new Error('Valhalla has no programs for this platform');
  const engine = createInProcessEngine();
  engine.use(folder);
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    try {
      const answer = await engine.call(action.parse(request.url?.slice(1)), JSON.parse(body));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: reason }));
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The routing engine has no port');
  const front = await startHttpFront(`http://127.0.0.1:${address.port}`, '{"trip":{"legs":[]}}');
  return {
    ...front,
    async close() {
      await front.close();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
