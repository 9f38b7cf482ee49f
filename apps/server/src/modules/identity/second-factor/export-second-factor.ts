// Second factors of a user for their data export.
import type { Queries } from '../../../kit/index.ts';
import { secondFactorRepository } from './second-factor.repository.ts';

/** Times in ms since the epoch. */
export interface OwnSecondFactor {
  passkeys: { name: string; addedAt: number; lastUsedAt: number | null }[];
  authenticator: { addedAt: number; lastUsedAt: number | null } | null;
  recoveryCodesLeft: number;
}

export async function exportSecondFactor(db: Queries, uid: string): Promise<OwnSecondFactor> {
  const factors = secondFactorRepository(db);
  const passkeys = await factors.passkeysOf(uid);
  const authenticator = await factors.authenticatorOf(uid);
  return {
    passkeys: passkeys.map(({ name, addedAt, lastUsedAt }) => ({ name, addedAt, lastUsedAt })),
    authenticator: authenticator && {
      addedAt: authenticator.addedAt,
      lastUsedAt: authenticator.lastUsedAt,
    },
    recoveryCodesLeft: await factors.countRecoveryCodes(uid),
  };
}
