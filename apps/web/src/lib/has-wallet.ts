// Whether users of a role have a wallet, and may withdraw from it to their bank account.
import type { Usertype } from '@kerb/domain/identity';

export const hasWallet = (usertype: Usertype): boolean => usertype !== 'admin';

/** As on the server: riders only while the setting RiderWithDraw is on. */
export const mayWithdraw = (usertype: Usertype, settings: { RiderWithDraw: boolean } | null): boolean =>
  hasWallet(usertype) && (usertype !== 'rider' || settings?.RiderWithDraw === true);
