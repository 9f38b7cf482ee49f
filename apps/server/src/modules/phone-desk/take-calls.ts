// Lists the calls that ring at an admin's desk, and takes one; when several admins answer, the first gets the call.
import type { Desk, DeskCall } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import { DomainError, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { type Actor, violatesForeignKey } from '../../kit/index.ts';
import type { PhoneDeskDeps } from './phone-desk.deps.ts';
import { publishCallChanged } from './phone-desk.events.ts';
import { phoneDeskRepository } from './phone-desk.repository.ts';
import type { PhoneCallRow } from './phone-desk.tables.ts';

/** A call that was announced longer ago than this, in ms, is no longer listed. */
const RINGS_FOR_MS = 2 * MS_PER_MINUTE;
const MAX_WAITING = 20;
/**
 * An admin who has taken no call for this long, in ms, takes no calls any more: they may have left, and calls to their
 * extension would ring nowhere else. Longer than a quiet shift.
 */
export const IDLE_DESK_MS = 8 * MS_PER_HOUR;

export function createDesk(deps: PhoneDeskDeps) {
  const { db, withTx, clock, identity, settings, callsSecret } = deps;
  const repository = phoneDeskRepository(db);

  async function present({ id, caller, extension, at }: PhoneCallRow): Promise<DeskCall> {
    const isNumber = caller?.startsWith('+') === true;
    const [user] = isNumber ? await identity.usersWith({ email: '', mobile: caller }) : [];
    const person = user && (await identity.userOf(user.uid));
    const name = person && fullNameOf(person);
    const isShown = (await settings.get()).AllowCriticalEditsAdmin;
    return { id, caller: isShown ? caller : null, name: name || null, extension, at };
  }

  /** A call to an extension rings at its desk, or at every desk while no admin takes calls at that extension. */
  async function ringsAt(call: PhoneCallRow, extension: string | null): Promise<boolean> {
    if (call.extension === null || call.extension === extension) return true;
    return !(await repository.isAttended(call.extension, clock.now() - IDLE_DESK_MS));
  }

  async function viewDesk(uid: string): Promise<Desk> {
    const own = await repository.deskOf(uid, clock.now() - IDLE_DESK_MS);
    const extension = own?.extension ?? null;
    const announces = callsSecret !== undefined;
    if (!own) return { takesCalls: false, extension, calls: [], announces };
    const waiting = await repository.waitingCalls(clock.now() - RINGS_FOR_MS, MAX_WAITING);
    const rings = await Promise.all(waiting.map((call) => ringsAt(call, extension)));
    const calls = await Promise.all(waiting.filter((_, index) => rings[index]).map(present));
    return { takesCalls: true, extension, calls, announces };
  }

  /** The admin takes calls until they stop, their session ends, or they have taken none for `IDLE_DESK_MS`. */
  async function setDesk(
    { uid, sessionId: session }: Pick<Actor, 'uid' | 'sessionId'>,
    { takesCalls, extension }: Pick<Desk, 'takesCalls' | 'extension'>,
  ): Promise<Desk> {
    if (takesCalls)
      await repository.openDesk({ uid, extension, since: clock.now(), session }).catch((error: unknown) => {
        // The session ended after the call was authenticated.
        throw violatesForeignKey(error, 'phone_desks_session_fkey')
          ? new DomainError('not_logged_in')
          : error;
      });
    else await repository.closeDesk(uid);
    return viewDesk(uid);
  }

  /** Idempotent for the admin who took the call. Throws `not_found`, and `call_taken` when another admin took it. */
  async function takeCall(uid: string, id: string): Promise<DeskCall> {
    const taken = await withTx(async (tx) => {
      const desks = phoneDeskRepository(tx);
      const call = await desks.takeCall(id, uid, clock.now());
      if (!call) return undefined;
      await desks.extendDesk(uid, clock.now());
      await publishCallChanged(tx, id);
      return call;
    });
    const call = taken ?? (await repository.findCall(id));
    if (!call) throw new DomainError('not_found');
    if (call.taken_by !== uid) throw new DomainError('call_taken');
    return present(call);
  }

  return { viewDesk, setDesk, takeCall };
}
