// Route declarations of saved views of the console's tables: named filters, sorting and columns, private or shared
// among admins.
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams } from '../pages.ts';

const tag = 'saved views';
const managers = ['admin', 'fleetadmin'] as const;

export const savedViewTable = z.enum(['bookings', 'drivers', 'riders']);
export type SavedViewTable = z.infer<typeof savedViewTable>;

/** Maximum number of views of one table that a user can save, and of shared views in a list. */
export const maxSavedViews = 50;

const what = {
  name: z.string().trim().min(1).max(60),
  /** Search, filters and sorting as in the query string of the table's URL: "status=NEW&sort=tripdate". */
  query: z.string().max(1000),
  /**
   * Field names of the columns in order; clients ignore those that the user may not see. Null for the default columns.
   */
  columns: z
    .array(z.string().regex(/^[A-Za-z_]{1,40}$/))
    .min(1)
    .max(60)
    .nullable(),
  /**
   * Whether all admins see the view; not allowed for fleet admins, because admins of other fleets are not their
   * colleagues.
   */
  shared: z.boolean(),
};

export const savedViewInput = z.strictObject({ table: savedViewTable, ...what });
export type SavedViewInput = z.infer<typeof savedViewInput>;
export const savedViewPatch = z.strictObject(what).partial();
export type SavedViewPatch = z.infer<typeof savedViewPatch>;

export const savedView = z.object({
  id: z.string(),
  table: savedViewTable,
  ...what,
  /** Whether the view belongs to the caller; only the owner can change it. */
  own: z.boolean(),
});
export type SavedView = z.infer<typeof savedView>;

export const savedViewRoutes = {
  listSavedViews: defineRoute({
    method: 'GET',
    path: '/saved-views',
    summary: 'The caller’s views of a table or of all, and those that other admins share, by name',
    tag,
    access: managers,
    query: z.object({ table: savedViewTable.optional() }),
    answer: z.object({ items: z.array(savedView) }),
    errors: [],
  }),
  addSavedView: defineRoute({
    method: 'POST',
    path: '/saved-views',
    summary: 'Save a view; at most 50 of a table',
    tag,
    access: managers,
    body: savedViewInput,
    answer: savedView,
    status: 201,
    errors: ['forbidden', 'name_taken', 'too_many_views'],
  }),
  editSavedView: defineRoute({
    method: 'PATCH',
    path: '/saved-views/:id',
    summary: 'Rename, share or replace one of the caller’s views',
    tag,
    access: managers,
    params: idParams,
    body: savedViewPatch,
    answer: savedView,
    errors: ['forbidden', 'not_found', 'name_taken'],
  }),
  deleteSavedView: defineRoute({
    method: 'DELETE',
    path: '/saved-views/:id',
    summary: 'Delete one of the caller’s views',
    tag,
    access: managers,
    params: idParams,
    answer: z.void(),
    errors: ['not_found'],
  }),
};
