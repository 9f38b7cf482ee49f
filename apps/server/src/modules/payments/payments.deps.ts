// Dependencies of the payments module.
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, WithTx } from '../../kit/index.ts';
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
  settings: { get(): Promise<Settings> };
  identity: Pick<IdentityApi, 'userOf' | 'usersOf' | 'holdPresent'>;
  languages: Pick<LanguagesApi, 'textsFor'>;
  wallet: Pick<
    WalletApi,
    'holdCapture' | 'creditTopup' | 'settleProviderRefund' | 'acceptHeld' | 'reverseTopup'
  >;
  logger: PaymentsLog;
  /** Those configured, in the specification's order. */
  providers: readonly PaymentProvider[];
  /** Null where the test provider is not offered. `secret`: of the installation, keys its webhooks. */
  testProvider: { secret: string; lateMs?: number } | null;
  /** Public URL of this installation, without a path; undefined: the host of each request. */
  publicUrl: string | undefined;
  bookings: BookingOrders;
}

export type PaymentsDeps = PaymentsModuleDeps & {
  /** The configured providers, the test provider among them where it is offered. */
  all: readonly PaymentProvider[];
};
