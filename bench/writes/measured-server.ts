// Server of a write benchmark: on a new data folder, with PostgreSQL's statement log.
import type pg from 'pg';
import { type RunningServer, type ServerOptions, startServer, temporaryFolder } from '../lib/server.ts';
import { openDatabase } from '../lib/server-database.ts';
import { enableStatementLog } from './statement-log.ts';

export interface MeasuredServer {
  readonly server: RunningServer;
  readonly client: pg.Client;
}

/** Starts the server twice, because logging begins with a restart of the database that the first start creates. */
export async function withMeasuredServer<T>(
  name: string,
  work: (measured: MeasuredServer) => Promise<T>,
  options: ServerOptions = {},
): Promise<T> {
  const folder = temporaryFolder(name);
  try {
    const first = await startServer(folder.path, options);
    const setUp = await openDatabase(folder.path);
    try {
      await enableStatementLog(setUp);
    } finally {
      await setUp.end();
      await first.stop();
    }
    const server = await startServer(folder.path, options);
    const client = await openDatabase(folder.path);
    try {
      return await work({ server, client });
    } finally {
      await client.end();
      await server.stop();
    }
  } finally {
    folder.remove();
  }
}
