// Opens one database connection for the duration of a callback.
import pg from 'pg';

const CONNECT_WITHIN_MS = 10_000;

export async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'kerb-tools',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  });
  // Without a listener a lost connection would end this process; with it the next query rejects.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the version of the server, such as "18.4". */
export async function serverVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  return rows[0]?.version ?? '';
}

/** Returns the major version, 15 for "15.10 (Debian 15.10-0+deb12u1)". */
export const majorOf = (version: string): number => Number.parseInt(version, 10);
