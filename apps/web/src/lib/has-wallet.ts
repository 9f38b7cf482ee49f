// Whether users of a role have a wallet, and bank details to withdraw from it.
import type { Usertype } from '@kerb/domain/identity';

export const hasWallet = (usertype: Usertype): boolean => usertype !== 'admin';
