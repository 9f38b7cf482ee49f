// A PostgreSQL beside the server, as an operator has one: the server's user owns its database and no more.
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import { withAdmin } from './template.ts';

export interface ExternalDatabase {
  /** What an operator puts in DATABASE_URL, with parts of it replaced. */
  url(replaced?: { database?: string; password?: string; port?: number }): string;
  /** The first column of the answer, read as the database's own user. */
  column(query: string): Promise<unknown[]>;
  stop(): Promise<void>;
}

/** A database that this user may enter and nothing else. */
export const FOREIGN_DATABASE = 'of_another_program';
const OWNER = 'operator';
const PASSWORD = 'password-of-the-operator';

/** `mayMakeDatabases`: the user may also make further databases. */
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
