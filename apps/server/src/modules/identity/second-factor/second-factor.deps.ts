// Dependencies of the second-factor use cases.
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, WithTx } from '../../../kit/index.ts';

/** Event of a second factor, for the security log. */
export type SecondFactorHappening =
  | { event: 'second_factor_added'; uid: string; factor: FactorKind }
  | { event: 'second_factor_removed'; uid: string; factor: FactorKind }
  | { event: 'second_factor_proved'; uid: string; factor: ProofKind }
  | { event: 'second_factor_failed'; uid: string; factor: ProofKind }
  | { event: 'recovery_code_used'; uid: string; left: number };

export type FactorKind = 'passkey' | 'totp';
export type ProofKind = FactorKind | 'recovery_code';

export interface SecondFactorDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  /**
   * The installation's secret: encrypts the secrets of authenticator apps and is the key of the hashes of recovery
   * codes.
   */
  secret: string;
  settings: {
    get(): Promise<Pick<Settings, 'adminSecondFactor' | 'appName' | 'AllowCriticalEditsAdmin'>>;
  };
  /** Called after the commit. */
  onHappening: (happening: SecondFactorHappening) => void;
}
