// Calls: a telephone system announces one, the admins who take calls see it, and the first to answer has it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type AnnouncedCall, announcedCall, type Desk, type DeskCall } from '@kerb/contract';
import { DomainError, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { parseMobile } from '../identity/index.ts';
import type { PhoneDeskDeps } from './phone-desk.deps.ts';
import { publishCallChanged } from './phone-desk.events.ts';
import { phoneDeskRepository } from './phone-desk.repository.ts';
import type { PhoneCallRow } from './phone-desk.tables.ts';

/** A telephone that rang longer is not answered any more. */
const RINGS_FOR_MS = 2 * MS_PER_MINUTE;
const RETENTION_MS = 24 * MS_PER_HOUR;
const MAX_WAITING = 20;
/** How far the signed time may be from this server's, either way. */
const TIME_TOLERANCE_MS = 5 * MS_PER_MINUTE;

/** The signature of a body: hex of HMAC-SHA256 over "<seconds since the epoch>.<body>". */
export const callSignature = (secret: string, seconds: number, body: Buffer): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');

function isGenuine(secret: string, header: string, body: Buffer, now: number): boolean {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header);
  if (!parts) return false;
  const seconds = Number(parts[1]);
  if (Math.abs(now - seconds * 1000) > TIME_TOLERANCE_MS) return false;
  const given = Buffer.from(parts[2] ?? '', 'hex');
  return timingSafeEqual(given, Buffer.from(callSignature(secret, seconds, body), 'hex'));
}

function parseCall(body: Buffer): AnnouncedCall {
  try {
    return announcedCall.parse(JSON.parse(body.toString('utf8')));
  } catch (cause) {
    throw Object.assign(new DomainError('invalid_input', 'The body is no announced call'), { cause });
  }
}

/** How telephone systems write that a caller withholds the number. */
const HIDDEN = /^(|anonymous|private|unknown|restricted|unavailable|withheld)$/i;

/** E.164 where it can be read as a number, else as given; null for a hidden number. */
function callerOf(given: string | null): string | null {
  const text = (given ?? '').trim();
  if (HIDDEN.test(text)) return null;
  try {
    return parseMobile(text);
  } catch {
    return text;
  }
}

/**
 * `header`: "t=<seconds since the epoch>,v1=<callSignature>". Throws `not_found` where no secret is configured,
 * `webhook_refused` for a wrong or old signature, `invalid_input` for another body.
 */
export function createAnnounceCall(deps: Pick<PhoneDeskDeps, 'withTx' | 'clock' | 'ids' | 'callsSecret'>) {
  const { withTx, clock, ids, callsSecret } = deps;
  return async function announceCall(header: string, body: Buffer): Promise<void> {
    if (callsSecret === undefined) throw new DomainError('not_found');
    const now = clock.now();
    if (!isGenuine(callsSecret, header, body, now)) throw new DomainError('webhook_refused');
    const { call, caller, extension = null } = parseCall(body);
    await withTx(async (tx) => {
      const row = { id: ids.next(), call, caller: callerOf(caller), extension, at: now };
      if (await phoneDeskRepository(tx).addCall(row)) await publishCallChanged(tx, row.id);
    });
  };
}

export function createDesk(deps: PhoneDeskDeps) {
  const { db, withTx, clock, identity, settings, callsSecret } = deps;
  const repository = phoneDeskRepository(db);

  async function present({ id, caller, extension, at }: PhoneCallRow): Promise<DeskCall> {
    const isNumber = caller?.startsWith('+') === true;
    const [user] = isNumber ? await identity.usersWith({ email: '', mobile: caller }) : [];
    const person = user && (await identity.userOf(user.uid));
    const name = person && `${person.firstName} ${person.lastName}`.trim();
    const isShown = (await settings.get()).AllowCriticalEditsAdmin;
    return { id, caller: isShown ? caller : null, name: name || null, extension, at };
  }

  /** A call of an extension rings there; at every desk while no admin takes calls at that extension. */
  async function ringsAt(call: PhoneCallRow, extension: string | null): Promise<boolean> {
    if (call.extension === null || call.extension === extension) return true;
    return !(await repository.isAttended(call.extension));
  }

  async function viewDesk(uid: string): Promise<Desk> {
    const own = await repository.deskOf(uid);
    const extension = own?.extension ?? null;
    const announces = callsSecret !== undefined;
    if (!own) return { takesCalls: false, extension, calls: [], announces };
    const waiting = await repository.waitingCalls(clock.now() - RINGS_FOR_MS, MAX_WAITING);
    const rings = await Promise.all(waiting.map((call) => ringsAt(call, extension)));
    const calls = await Promise.all(waiting.filter((_, index) => rings[index]).map(present));
    return { takesCalls: true, extension, calls, announces };
  }

  async function setDesk(uid: string, wanted: Pick<Desk, 'takesCalls' | 'extension'>): Promise<Desk> {
    if (wanted.takesCalls)
      await repository.openDesk({ uid, extension: wanted.extension, since: clock.now() });
    else await repository.closeDesk(uid);
    return viewDesk(uid);
  }

  /** The same answer again for the admin who has it. Throws `not_found`, or `call_taken` when another one answered. */
  async function takeCall(uid: string, id: string): Promise<DeskCall> {
    const taken = await withTx(async (tx) => {
      const call = await phoneDeskRepository(tx).takeCall(id, uid, clock.now());
      if (call) await publishCallChanged(tx, id);
      return call;
    });
    const call = taken ?? (await repository.findCall(id));
    if (!call) throw new DomainError('not_found');
    if (call.taken_by !== uid) throw new DomainError('call_taken');
    return present(call);
  }

  return { viewDesk, setDesk, takeCall };
}

/** A call is of no use after it has rung; its number is forgotten after a day. */
export function createRemoveOldCalls({ db, clock }: Pick<PhoneDeskDeps, 'db' | 'clock'>) {
  return (): Promise<void> => phoneDeskRepository(db).removeCallsBefore(clock.now() - RETENTION_MS);
}
