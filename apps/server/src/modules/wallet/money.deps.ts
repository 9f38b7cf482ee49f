// What withdraws, admin credit and the ledger's page need of the rest of the house.
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, Tx, WithTx } from '../../kit/index.ts';
import type { IdentityApi } from '../identity/index.ts';
import type { WalletApi } from './wallet.api.ts';

export interface MoneyDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  settings: {
    get(): Promise<Settings>;
    /** Currency and decimals as they are until the transaction ends: amounts that are about to be written keep them. */
    holdMoneyUnit(tx: Tx): Promise<Pick<Settings, 'code' | 'decimal'>>;
  };
  identity: Pick<IdentityApi, 'lockUser' | 'changeUser' | 'recordAudit' | 'usersOf' | 'userOf'>;
  wallet: WalletApi;
}
