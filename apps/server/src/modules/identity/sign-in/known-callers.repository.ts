// SQL of the devices and networks that an account has signed in from.
import type { Queries } from '../../../kit/index.ts';

interface SignInTimes {
  first_sign_in_at: number;
  last_sign_in_at: number;
}

type KnownCallerTables = {
  known_devices: SignInTimes & { device: string; uid: string };
  known_networks: SignInTimes & { uid: string; network_mac: Buffer };
  users: { uid: string; codes_noticed_at: number | null };
};

export interface KnownSignIn {
  /** Both in ms since the epoch. */
  firstSignInAt: number;
  lastSignInAt: number;
}

const times = ['first_sign_in_at as firstSignInAt', 'last_sign_in_at as lastSignInAt'] as const;

export const knownCallersRepository = (queries: Queries) => {
  const db = queries.withTables<KnownCallerTables>();

  async function removeAllButNewest(uid: string, most: number): Promise<void> {
    await db
      .deleteFrom('known_devices')
      .where('uid', '=', uid)
      .where('device', 'not in', (from) =>
        from
          .selectFrom('known_devices')
          .select('device')
          .where('uid', '=', uid)
          .orderBy('last_sign_in_at', 'desc')
          .orderBy('device')
          .limit(most),
      )
      .execute();
    await db
      .deleteFrom('known_networks')
      .where('uid', '=', uid)
      .where('network_mac', 'not in', (from) =>
        from
          .selectFrom('known_networks')
          .select('network_mac')
          .where('uid', '=', uid)
          .orderBy('last_sign_in_at', 'desc')
          .orderBy('network_mac')
          .limit(most),
      )
      .execute();
  }

  return {
    /** Whether the account has signed in on this device since that time. */
    async hasDevice(uid: string, device: string, since: number): Promise<boolean> {
      const row = await db
        .selectFrom('known_devices')
        .select('device')
        .where('uid', '=', uid)
        .where('device', '=', device)
        .where('last_sign_in_at', '>', since)
        .executeTakeFirst();
      return row !== undefined;
    },

    async hasNetwork(uid: string, mac: Buffer, since: number): Promise<boolean> {
      const row = await db
        .selectFrom('known_networks')
        .select('uid')
        .where('uid', '=', uid)
        .where('network_mac', '=', mac)
        .where('last_sign_in_at', '>', since)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Stores a sign-in and removes all but the account's `most` newest devices and networks. */
    async remember(
      signIn: { uid: string; device: string; networkMac: Buffer; now: number },
      most: number,
    ): Promise<void> {
      const { uid, device, networkMac, now } = signIn;
      const signedIn = { uid, first_sign_in_at: now, last_sign_in_at: now };
      await db
        .insertInto('known_devices')
        .values({ ...signedIn, device })
        .onConflict((conflict) => conflict.columns(['device', 'uid']).doUpdateSet({ last_sign_in_at: now }))
        .execute();
      await db
        .insertInto('known_networks')
        .values({ ...signedIn, network_mac: networkMac })
        .onConflict((conflict) =>
          conflict.columns(['uid', 'network_mac']).doUpdateSet({ last_sign_in_at: now }),
        )
        .execute();
      await removeAllButNewest(uid, most);
    },

    devicesOf: (uid: string): Promise<KnownSignIn[]> =>
      db
        .selectFrom('known_devices')
        .select(times)
        .where('uid', '=', uid)
        .orderBy('last_sign_in_at', 'desc')
        .execute(),

    networksOf: (uid: string): Promise<KnownSignIn[]> =>
      db
        .selectFrom('known_networks')
        .select(times)
        .where('uid', '=', uid)
        .orderBy('last_sign_in_at', 'desc')
        .execute(),

    /** False when the user was already notified since that time. */
    async noteCodesNotice(uid: string, now: number, since: number): Promise<boolean> {
      const noted = await db
        .updateTable('users')
        .set({ codes_noticed_at: now })
        .where('uid', '=', uid)
        .where((where) =>
          where.or([where('codes_noticed_at', 'is', null), where('codes_noticed_at', '<=', since)]),
        )
        .returning('uid')
        .executeTakeFirst();
      return noted !== undefined;
    },

    async removeOf(uid: string): Promise<void> {
      await db.deleteFrom('known_devices').where('uid', '=', uid).execute();
      await db.deleteFrom('known_networks').where('uid', '=', uid).execute();
      await db.updateTable('users').set({ codes_noticed_at: null }).where('uid', '=', uid).execute();
    },
  };
};
