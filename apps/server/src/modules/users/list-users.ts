// Use case "fetchUsers": a page of the users in the caller's scope, searched, sorted and counted.
import type { User, UserSort } from '@kerb/contract';
import { SILENT_AFTER_MS } from '@kerb/domain/dispatch';
import { DOCUMENTS_DUE_MS } from '@kerb/domain/fleet';
import type { ManagedScope } from '@kerb/domain/identity';
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Clock, SortedOrder } from '../../kit/index.ts';
import { type DirectoryFilter, directoryRepository, type SortedRow } from './directory.repository.ts';
import { userCursor } from './user-cursor.ts';
import type { UsersDeps } from './users.deps.ts';
import { usersPolicy } from './users.policy.ts';
import { presentUser, showsContact } from './users.presenter.ts';

export interface UserQuery
  extends Omit<DirectoryFilter, 'searchContact' | 'staleBefore' | 'among' | 'documents'>,
    SortedOrder<UserSort> {
  /** Only drivers who are late for a shift. */
  shift?: 'late' | undefined;
  /** Only drivers whose documents expire within 30 days or have expired, or who have no documents. */
  documents?: 'due' | 'none' | undefined;
}

/** Drivers on duty with an older last position have a phone that does not report; ms since the epoch. */
export const staleBefore = ({ now }: Clock): number => now() - SILENT_AFTER_MS;

/** Removes hidden fields from search and order, because results and order would reveal their values. */
export function withoutHiddenFields(
  query: UserQuery,
  settings: Settings,
  clock: Clock,
): { filter: DirectoryFilter; order: SortedOrder<UserSort> } {
  const { sort, order, shift: _, documents, ...filter } = query;
  const isHidden = (by: UserSort): boolean => !showsContact(settings) && (by === 'email' || by === 'mobile');
  return {
    filter: {
      ...filter,
      searchContact: showsContact(settings),
      staleBefore: staleBefore(clock),
      documents: documents === 'due' ? { dueUntil: clock.now() + DOCUMENTS_DUE_MS } : documents,
    },
    order: { sort: isHidden(sort) ? 'createdAt' : sort, order },
  };
}

/**
 * Uids of the drivers that a query restricts the list to, from data outside the directory; undefined for no
 * restriction.
 */
export const shiftFilterOf = async (
  { shifts }: Pick<UsersDeps, 'shifts'>,
  scope: ManagedScope,
  { shift }: UserQuery,
): Promise<readonly string[] | undefined> => (shift === 'late' ? shifts.lateDrivers(scope) : undefined);

export function createListUsers(deps: Pick<UsersDeps, 'db' | 'settings' | 'clock' | 'shifts'>) {
  const { db, settings, clock } = deps;
  const directory = directoryRepository(db);

  const nextCursor = (order: SortedOrder<UserSort>, last: SortedRow | undefined): string | null =>
    last ? userCursor.write(order, { value: last.sort_value, id: last.uid }) : null;

  return async function listUsers(
    actor: Actor,
    { limit, cursor, ...query }: UserQuery & { limit: number; cursor?: string | undefined },
  ): Promise<{ items: User[]; nextCursor: string | null; total: number }> {
    const scope = usersPolicy.listUsers(actor);
    const current = await settings.get();
    const shown = withoutHiddenFields(query, current, clock);
    const { order } = shown;
    const filter = { ...shown.filter, among: await shiftFilterOf(deps, scope, query) };
    const after = cursor === undefined ? null : userCursor.read(order, cursor);
    const [rows, total] = await Promise.all([
      directory.page(scope, filter, { ...order, after, limit: limit + 1 }),
      directory.count(scope, filter),
    ]);
    const page = rows.slice(0, limit);
    return {
      items: page.map((row) => presentUser(row, current)),
      nextCursor: rows.length > page.length ? nextCursor(order, page.at(-1)) : null,
      total,
    };
  };
}
