// One connection to a database for the time of some work.
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
  // A server that ends breaks the connection; the next query rejects then.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Such as "18.4". */
export async function serverVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  return rows[0]?.version ?? '';
}

/** Of a version such as "15.10 (Debian 15.10-0+deb12u1)": 15. */
export const majorOf = (version: string): number => Number.parseInt(version, 10);
