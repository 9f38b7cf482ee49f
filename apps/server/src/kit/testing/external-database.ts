// Starts a PostgreSQL that is external to the server, as operators use it: the server's user owns only its own
// database.
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { withAdmin } from './template.ts';

export interface ExternalDatabase {
  /** Value for DATABASE_URL, with the given parts replaced. */
  url(replaced?: { database?: string; password?: string; port?: number }): string;
  /** First column of the query's result, read as the database's own user. */
  column(query: string): Promise<unknown[]>;
  stop(): Promise<void>;
}

/** A database that this user may connect to, without any other permission. */
export const FOREIGN_DATABASE = 'of_another_program';
const OWNER = 'operator';
const PASSWORD = 'password-of-the-operator';

/** `mayMakeDatabases`: the user may create further databases. */
export async function startExternalDatabase(
  folder: string,
  { mayMakeDatabases = false }: { mayMakeDatabases?: boolean } = {},
): Promise<ExternalDatabase> {
  const postgres = await startEmbeddedPostgres({ folder, disposable: true });
  await withAdmin(postgres.url(), async (client) => {
    await client.query(
      `create role ${OWNER} login ${mayMakeDatabases ? 'createdb' : ''} password '${PASSWORD}'`,
    );
    await client.query(`create database city owner ${OWNER}`);
    await client.query(`create database ${FOREIGN_DATABASE}`);
  });
  const url: ExternalDatabase['url'] = ({ database = 'city', password = PASSWORD, port } = {}) => {
    const address = new URL(postgres.url(database));
    address.username = OWNER;
    address.password = password;
    if (port !== undefined) address.port = String(port);
    return address.toString();
  };
  return {
    url,
    column: (text) =>
      withAdmin(url(), async (client) => {
        const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
        return rows.map(([first]) => first);
      }),
    stop: postgres.stop,
  };
}
