// Whose wallet a route shows: always the caller's own.
import type { Actor } from '../../kit/index.ts';

export const walletPolicy = {
  getWallet: (actor: Actor): string => actor.uid,
};
