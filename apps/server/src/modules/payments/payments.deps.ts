// Dependencies of the payments module.
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, Tx, WithTx } from '../../kit/index.ts';
import type { PaymentProvider } from '../../ports/payments.ts';
import type { IdentityApi } from '../identity/index.ts';
import type { LanguagesApi } from '../languages/index.ts';
import type { WalletApi } from '../wallet/index.ts';
import type { BookingOrders } from './payments.ports.ts';

export interface PaymentsLog {
  info(about: Record<string, unknown>, text: string): void;
  warn(about: Record<string, unknown>, text: string): void;
}

export interface PaymentsModuleDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  settings: {
    get(): Promise<Settings>;
    /** Currency and decimals, which cannot change until the transaction ends. */
    lockMoneyUnit(tx: Tx): Promise<Pick<Settings, 'code' | 'decimal'>>;
  };
  identity: Pick<IdentityApi, 'userOf' | 'usersOf' | 'lockWalletHolder'>;
  languages: Pick<LanguagesApi, 'textsFor'>;
  wallet: Pick<
    WalletApi,
    'holdCapture' | 'creditTopup' | 'settleProviderRefund' | 'acceptHeld' | 'reverseTopup'
  >;
  logger: PaymentsLog;
  /** The configured providers, in the order of the specification. */
  providers: readonly PaymentProvider[];
  /**
   * Null where the test provider is disabled. `secret`: the installation's secret, from which the key of its webhooks
   * is derived.
   */
  testProvider: { secret: string; lateMs?: number } | null;
  /** Public URL of this installation, without a path; when undefined, the host of each request is used. */
  publicUrl: string | undefined;
  bookings: BookingOrders;
}

export type PaymentsDeps = PaymentsModuleDeps & {
  /** The configured providers, including the test provider where it is enabled. */
  all: readonly PaymentProvider[];
};
