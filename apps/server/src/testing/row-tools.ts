// Types shared by the files that insert a person's rows.
import type { createUsersEnvironment, Someone } from '../modules/users/testing/users-environment.ts';
import type { Row } from './insert-row.ts';

export type UsersEnvironment = Awaited<ReturnType<typeof createUsersEnvironment>>;

export interface PersonWithRows extends Someone {
  readonly mobile: string;
}

export interface RowTools {
  readonly environment: UsersEnvironment;
  readonly admin: Someone;
  /** Inserts as the owner of the tables. */
  insert(table: string, row: Row): Promise<void>;
}
