// Handles the signed webhook of a telephone system about a ringing call; the caller's number is deleted after a day.
import { createHmac } from 'node:crypto';
import { type AnnouncedCall, announcedCall } from '@kerb/contract';
import { DomainError, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { isSameText } from '../../kit/index.ts';
import { parseMobile } from '../identity/index.ts';
import type { PhoneDeskDeps } from './phone-desk.deps.ts';
import { publishCallChanged } from './phone-desk.events.ts';
import { phoneDeskRepository } from './phone-desk.repository.ts';
import { IDLE_DESK_MS } from './take-calls.ts';

const RETENTION_MS = 24 * MS_PER_HOUR;
/** Largest difference between the signed time and this server's clock, in ms. */
const TIME_TOLERANCE_MS = 5 * MS_PER_MINUTE;

/** The signature of a body: hex of HMAC-SHA256 over "<seconds since the epoch>.<body>". */
export const callSignature = (secret: string, seconds: number, body: Buffer): string =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');

function isGenuine(secret: string, header: string, body: Buffer, now: number): boolean {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header);
  if (!parts) return false;
  const seconds = Number(parts[1]);
  if (Math.abs(now - seconds * 1000) > TIME_TOLERANCE_MS) return false;
  return isSameText(parts[2] ?? '', callSignature(secret, seconds, body));
}

function parseCall(body: Buffer): AnnouncedCall {
  try {
    return announcedCall.parse(JSON.parse(body.toString('utf8')));
  } catch (cause) {
    throw Object.assign(new DomainError('invalid_input', 'The body is no announced call'), { cause });
  }
}

/** Values that telephone systems send for a withheld number. */
const HIDDEN = /^(|anonymous|private|unknown|restricted|unavailable|withheld)$/i;

/** The number in E.164 if it can be parsed, otherwise as given; null for a withheld number. */
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
 * `header`: "t=<seconds since the epoch>,v1=<callSignature>". Throws `not_found` when no secret is configured,
 * `webhook_refused` for a wrong or old signature, and `invalid_input` for an invalid body.
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

/** Deletes calls, with their numbers, after a day, and the desks of admins who have taken none for long. */
export function createRemoveOldCalls({ db, clock }: Pick<PhoneDeskDeps, 'db' | 'clock'>) {
  const repository = phoneDeskRepository(db);
  return async function removeOldCalls(): Promise<void> {
    await repository.removeCallsBefore(clock.now() - RETENTION_MS);
    await repository.closeDesksOfBefore(clock.now() - IDLE_DESK_MS);
  };
}
