// Entry point of the phone desk: callers, notes about riders, calls of a telephone system, and confirmations by text
// message.
import { routes } from '@kerb/contract';
import { publicOriginOf, type Queries, route, type ServerModule, type Tx } from '../../kit/index.ts';
import { createAnnounceCall, createRemoveOldCalls } from './announce-call.ts';
import { createConfirmBooking } from './confirm-booking.ts';
import { createEditRiderNotes } from './edit-rider-notes.ts';
import { createFindCaller } from './find-caller.ts';
import type { PhoneDeskDeps } from './phone-desk.deps.ts';
import { phoneDeskTopics } from './phone-desk.events.ts';
import { phoneDeskRepository } from './phone-desk.repository.ts';
import { createDesk } from './take-calls.ts';
import { createViewRiderAtDesk } from './view-rider-at-desk.ts';

const REMOVE_CALLS_JOB = 'phone-desk.remove-old-calls';

const SIGNATURE_HEADER = 'x-kerb-signature';

export function createPhoneDeskModule(deps: PhoneDeskDeps): ServerModule {
  const findCaller = createFindCaller(deps);
  const viewRider = createViewRiderAtDesk(deps);
  const editNotes = createEditRiderNotes(deps);
  const announce = createAnnounceCall(deps);
  const confirm = createConfirmBooking(deps);
  const { viewDesk, setDesk, takeCall } = createDesk(deps);
  return {
    routes: [
      route(routes.findCaller, ({ query }) => findCaller(query.number)),
      route(routes.getRiderAtDesk, ({ params }) => viewRider(params.id)),
      route(routes.editRiderNotes, ({ actor, params, body }) => editNotes(actor.uid, params.id, body)),
      route(routes.getDesk, ({ actor }) => viewDesk(actor.uid)),
      route(routes.setDesk, ({ actor, body }) => setDesk(actor, body)),
      route(routes.takeCall, ({ actor, params }) => takeCall(actor.uid, params.id)),
      route(routes.announceCall, ({ request, body }) =>
        announce(String(request.headers[SIGNATURE_HEADER] ?? ''), body),
      ),
      route(routes.confirmBooking, ({ params, request }) =>
        confirm(params.id, publicOriginOf(request, deps.publicUrl)),
      ),
    ],
    jobs: { [REMOVE_CALLS_JOB]: createRemoveOldCalls(deps) },
    schedules: { [REMOVE_CALLS_JOB]: '41 * * * *' },
    topicPolicies: {
      calls: async (actor) => (actor?.usertype === 'admin' ? [phoneDeskTopics.calls] : null),
    },
  };
}

/** Erases the user's data when their account is deleted. */
export const erasePhoneDesk = (tx: Tx, { uid, mobile }: { uid: string; mobile: string }): Promise<void> =>
  phoneDeskRepository(tx).erasePerson(uid, mobile);

/** Closes the desk of a user who is no longer an approved admin, so that calls to its extension ring at all desks. */
export const closeDesk = (tx: Tx, uid: string): Promise<void> => phoneDeskRepository(tx).closeDesk(uid);

/** The dispatchers' notes about a rider, for the rider's data export. */
export const exportRiderNotes = (db: Queries, uid: string): Promise<string> =>
  phoneDeskRepository(db).notesOf(uid);
