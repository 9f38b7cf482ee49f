// Route handlers for users.
import { routes } from '@kerb/contract';
import { type BoundRoute, route, sendDownload } from '../../kit/index.ts';
import { createAddUser } from './add-user.ts';
import { createCheckUser } from './check-user.ts';
import { createCountDuty } from './count-duty.ts';
import { createDeleteUser } from './delete-user.ts';
import { createEditUser } from './edit-user.ts';
import { createExportUsers } from './export-users.ts';
import { createListUsers } from './list-users.ts';
import { createReviewUser } from './review-user.ts';
import { createUnapproveUser } from './unapprove-user.ts';
import type { UsersDeps } from './users.deps.ts';
import { usersPolicy } from './users.policy.ts';
import { createViewUser } from './view-user.ts';

export function userRoutes(deps: UsersDeps): BoundRoute[] {
  const onlyReading = { ...deps, db: deps.reads };
  const list = createListUsers(onlyReading);
  const countDuty = createCountDuty(onlyReading);
  const exportCsv = createExportUsers(onlyReading);
  const check = createCheckUser(deps);
  const add = createAddUser(deps);
  const edit = createEditUser(deps);
  const review = createReviewUser(deps);
  const unapprove = createUnapproveUser(deps);
  const remove = createDeleteUser(deps);
  const view = createViewUser(deps);

  return [
    route(routes.listUsers, ({ actor, query }) => list(actor, query)),
    route(routes.countDuty, ({ actor }) => countDuty(actor)),
    route(routes.exportUsers, ({ actor, query, reply }) =>
      sendDownload(reply, 'users.csv', exportCsv(actor, query)),
    ),
    route(routes.checkUser, async ({ actor, body }) => {
      const { users } = await check(usersPolicy.checkUser(actor), body);
      return { users: usersPolicy.confirmsContacts(await deps.settings.get()) ? users : [] };
    }),
    route(routes.checkUserExists, async ({ actor, body, request }) => {
      const scope = usersPolicy.checkUserExists(actor, request.isOperator, await deps.settings.get());
      const { users } = await check(scope, body);
      return { exists: users.length > 0, users: scope === null ? [] : users };
    }),
    route(routes.addUser, ({ actor, body }) => add(actor, body)),
    route(routes.getUser, ({ actor, params, query }) => view.person(actor, params.id, query.include)),
    route(routes.editUser, ({ actor, params, body }) => edit(actor, params.id, body)),
    route(routes.approveUser, ({ actor, params, body }) =>
      review(actor, params.id, { action: 'approve', reason: '', seen: body }),
    ),
    route(routes.refuseUser, ({ actor, params, body }) =>
      review(actor, params.id, { action: 'refuse', reason: body.reason }),
    ),
    route(routes.unapproveUser, ({ actor, params }) => unapprove(actor, params.id)),
    route(routes.deleteUser, ({ actor, params }) => remove(actor, params.id)),
    route(routes.getUserAudit, ({ actor, params, query }) => view.audit(actor, params.id, query)),
    route(routes.getUserWallet, ({ actor, params, query }) => view.wallet(actor, params.id, query)),
    route(routes.getDrivingRecord, ({ actor, params }) => view.drivingRecord(actor, params.id)),
    route(routes.getUserRatings, ({ actor, params, query }) => view.ratings(actor, params.id, query)),
  ];
}
