// Lists, adds and revokes partner keys for admins, and finds the key that a caller sends.
import { createHash, randomBytes } from 'node:crypto';
import { maxPartnerKeys, type PartnerKey, type PartnerKeyInput } from '@kerb/contract';
import { DomainError, MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import {
  type Actor,
  type Clock,
  type Ids,
  type Queries,
  type ResolveKey,
  recordSecurity,
  type WithTx,
} from '../../kit/index.ts';
import { partnerKeysPolicy } from './partner-keys.policy.ts';
import { type PartnerKeyRow, partnerKeysRepository } from './partner-keys.repository.ts';

export interface PartnerKeysDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  settings: { get(): Promise<Pick<Settings, 'AllowCriticalEditsAdmin'>> };
}

/** Prefix by which secret scanners for code and logs recognise a key. */
const PREFIX = 'kerb_key_';
const KEY_BYTES = 32;
const KEY = /^kerb_key_[\w-]{43}$/;
/** Most revoked keys in the list. */
const MAX_REVOKED = 50;

/**
 * A plain hash is enough because a key has 256 random bits: it cannot be reversed, and the timing of a lookup reveals
 * nothing.
 */
const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest();

const present = (row: PartnerKeyRow): PartnerKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  created_at: row.created_at,
  last_used_at: row.last_used_at,
  revoked_at: row.revoked_at,
});

export function createListPartnerKeys({ db }: Pick<PartnerKeysDeps, 'db'>) {
  const keys = partnerKeysRepository(db);
  return async function listPartnerKeys(actor: Actor): Promise<{ items: PartnerKey[] }> {
    partnerKeysPolicy.listPartnerKeys(actor);
    const [valid, revoked] = await Promise.all([keys.valid(), keys.revoked(MAX_REVOKED)]);
    return { items: [...valid, ...revoked].map(present) };
  };
}

/** Throws `demo_mode` and `too_many_keys`. The key itself is only in this response; just its hash is stored. */
export function createAddPartnerKey({ withTx, clock, ids, settings }: Omit<PartnerKeysDeps, 'db'>) {
  return async function addPartnerKey(
    actor: Actor,
    { name, scopes }: PartnerKeyInput,
  ): Promise<{ item: PartnerKey; key: string }> {
    partnerKeysPolicy.addPartnerKey(actor, await settings.get());
    const key = `${PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;
    const row: PartnerKeyRow = {
      id: ids.next(),
      name,
      scopes,
      created_at: clock.now(),
      last_used_at: null,
      revoked_at: null,
    };
    await withTx(async (tx) => {
      const keys = partnerKeysRepository(tx);
      await keys.lock();
      if ((await keys.valid()).length >= maxPartnerKeys) throw new DomainError('too_many_keys');
      await keys.insert({ ...row, key_hash: hashOf(key), created_by: actor.uid });
      recordSecurity(tx, { event: 'partner_key_added', key: row.id, scopes });
    });
    return { item: present(row), key };
  };
}

/** Throws `demo_mode`, and `not_found`, also for a key that was already revoked. */
export function createRevokePartnerKey({
  withTx,
  clock,
  settings,
}: Pick<PartnerKeysDeps, 'withTx' | 'clock' | 'settings'>) {
  return async function revokePartnerKey(actor: Actor, id: string): Promise<void> {
    partnerKeysPolicy.revokePartnerKey(actor, await settings.get());
    await withTx(async (tx) => {
      if (!(await partnerKeysRepository(tx).revoke(id, clock.now()))) throw new DomainError('not_found');
      recordSecurity(tx, { event: 'partner_key_revoked', key: id });
    });
  };
}

export function createResolveKey({ db, clock }: Pick<PartnerKeysDeps, 'db' | 'clock'>): ResolveKey {
  const keys = partnerKeysRepository(db);
  return async function resolveKey(key) {
    if (!KEY.test(key)) return null;
    const row = await keys.byHash(hashOf(key));
    if (row === null) return null;
    const minute = Math.floor(clock.now() / MS_PER_MINUTE) * MS_PER_MINUTE;
    if ((row.last_used_at ?? 0) < minute) await keys.markUsed(row.id, minute);
    return { id: row.id, scopes: row.scopes };
  };
}
