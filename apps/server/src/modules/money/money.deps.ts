// Dependencies of withdraws and admin credit.
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, Tx, WithTx } from '../../kit/index.ts';
import type { IdentityApi } from '../identity/index.ts';
import type { WalletApi } from '../wallet/index.ts';

export interface MoneyDeps {
  db: Queries;
  /** For lists and exports: a replica may answer. */
  reads: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  settings: {
    get(): Promise<Settings>;
    /** Currency and decimals, locked until the transaction ends: the amounts that it writes are in this unit. */
    lockMoneyUnit(tx: Tx): Promise<Pick<Settings, 'code' | 'decimal'>>;
  };
  identity: Pick<IdentityApi, 'lockUser' | 'changeUser' | 'recordAudit' | 'usersOf' | 'userOf'>;
  wallet: WalletApi;
}
