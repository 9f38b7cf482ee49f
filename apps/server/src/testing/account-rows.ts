// Inserts rows of a person's account: sign-in, second factor, messages, and for drivers duty, shifts and documents.
import { createHash, randomUUID } from 'node:crypto';
import type { PersonWithRows, RowTools } from './row-tools.ts';

const at = Date.now();

export function createAccountRows({ environment, admin, insert }: RowTools) {
  async function addIdentity({ uid, mobile }: PersonWithRows): Promise<void> {
    const { rows } = await environment.pool.query('select id from sessions where uid = $1', [uid]);
    const token = randomUUID();
    await insert('push_devices', {
      session: rows[0].id,
      uid,
      platform: 'ANDROID',
      token,
      token_hash: createHash('sha256').update(token).digest(),
      set_at: at,
    });
    await insert('saved_addresses', {
      id: randomUUID(),
      uid,
      description: 'Home',
      lat: 1,
      lng: 2,
      updated_at: at,
    });
    await insert('saved_views', {
      id: randomUUID(),
      owner: uid,
      table_name: 'drivers',
      name: 'Mine',
      query: '',
      shared: false,
      created_at: at,
    });
    await insert('rider_notes', { rider: uid, notes: 'Rings twice', written_by: uid, written_at: at });
    await insert('phone_desks', { uid, extension: `desk of ${uid}`, since: at });
    await insert('phone_calls', { id: randomUUID(), call: uid, caller: mobile, at });
    await insert('social_identities', { provider: 'google', subject: uid, uid, connected_at: at });
    await insert('otp_challenges', {
      id: randomUUID(),
      mobile,
      code_mac: Buffer.alloc(1),
      created_at: at,
      expires_at: at,
    });
    await insert('user_audit_entries', { id: randomUUID(), uid, by: admin.uid, at, action: 'edit' });
    const signedIn = { uid, first_sign_in_at: at, last_sign_in_at: at };
    await insert('known_devices', { ...signedIn, device: randomUUID() });
    await insert('known_networks', { ...signedIn, network_mac: Buffer.alloc(32) });
  }

  /** Simulates a person who was an admin or fleet admin before, because riders and drivers have no second factor. */
  async function addSecondFactor({ uid }: PersonWithRows): Promise<void> {
    const { rows } = await environment.pool.query('select id from sessions where uid = $1', [uid]);
    await insert('second_factor_authenticators', {
      uid,
      sealed_secret: Buffer.alloc(1),
      last_step: 1,
      added_at: at,
    });
    await insert('second_factor_passkeys', {
      id: randomUUID(),
      uid,
      credential_id: randomUUID(),
      public_key: Buffer.alloc(1),
      signature_counter: 0,
      name: 'Key',
      added_at: at,
    });
    await insert('second_factor_recovery_codes', { uid, code_hash: Buffer.alloc(32) });
    await insert('second_factor_attempts', { uid, failures: 1 });
    await insert('second_factor_challenges', {
      session: rows[0].id,
      purpose: 'authenticator',
      challenge: 'x',
      expires_at: at,
    });
  }

  async function addMessages({ uid, mobile }: PersonWithRows): Promise<void> {
    const id = randomUUID();
    const notice = { id, source: 'campaign:1', uid, kind: 'campaign', title: 'A', body: 'B', params: {}, at };
    await insert('notices', notice);
    await insert('notice_deliveries', {
      notice: id,
      channel: 'push',
      next_at: at,
      until: at,
      only_token: 'x',
    });
    await insert('dev_inbox_messages', {
      id: randomUUID(),
      channel: 'sms',
      recipient: mobile,
      body: 'B',
      at,
    });
  }

  async function addDriversDays({ uid }: PersonWithRows): Promise<void> {
    await insert('driver_positions', { uid, lat: 1, lng: 2, at, seen_at: at });
    await insert('duty_periods', { uid, started_at: at - 1, seen_at: at - 1, ended_at: at });
    await insert('shifts', {
      driver: uid,
      weekdays: '{1}',
      from_time: '08:00',
      until_time: '16:00',
      first_day: '2026-01-01',
    });
    await insert('shift_days', { driver: uid, day: '2026-01-02', hours: '[]' });
    await insert('driver_documents', {
      id: randomUUID(),
      uid,
      kind: 'img1',
      storage_key: randomUUID(),
      content_type: 'image/webp',
      uploaded_at: at,
    });
  }

  return async function addAccount(person: PersonWithRows): Promise<void> {
    if (person.usertype === 'driver') await addDriversDays(person);
    await addIdentity(person);
    await addSecondFactor(person);
    await addMessages(person);
  };
}
