// What the payments module needs of the rest of the house.
import type { Minor } from '@kerb/domain/kernel';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, WithTx } from '../../kit/index.ts';
import type { PaymentProvider } from '../../ports/payments.ts';
import type { IdentityApi } from '../identity/index.ts';
import type { LanguagesApi } from '../languages/index.ts';
import type { WalletApi } from '../wallet/index.ts';

/** What somebody owes by card for a booking. */
export interface BookingOrder {
  booking: string;
  amount: Minor;
  decimals: number;
  /** The booking's reference, as people know it. */
  reference: string;
}

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
  /** Where people reach this installation, without a path; undefined: where each call says it came. */
  publicUrl: string | undefined;
  /**
   * What is owed by card for a booking of this rider; null when it is none of theirs. Throws `already_paid`, and
   * `transition_not_allowed` while nothing is owed by card.
   */
  orderOf(booking: string, rider: string): Promise<BookingOrder | null>;
}

export type PaymentsDeps = PaymentsModuleDeps & {
  /** The configured providers, the test provider among them where it is offered. */
  all: readonly PaymentProvider[];
};
