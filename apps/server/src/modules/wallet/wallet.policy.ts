// Authorisation of the wallet: which user's wallet a route shows.
import type { Actor } from '../../kit/index.ts';

export const walletPolicy = {
  getWallet: (actor: Actor): string => actor.uid,
};
