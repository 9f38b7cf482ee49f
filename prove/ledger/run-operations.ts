// Runs the operations in many concurrent workers, each with its own connections, and records the results in the model.

import { DomainError } from '@kerb/domain/kernel';
import type { RideSettlement } from '@kerb/domain/ledger';
import { seededRandom } from '@kerb/testing';
import { v7 } from 'uuid';
import type { Database } from '../../apps/server/src/kit/db/index.ts';
import { createTransactor } from '../../apps/server/src/kit/index.ts';
import {
  createWalletModule,
  type VehicleCharge,
  type WalletApi,
} from '../../apps/server/src/modules/wallet/index.ts';
import { type Changes, type Crowd, createScenarios, type Operation } from './operations.ts';

export interface Outcome {
  /** Number of calls of the wallet, including repeats. */
  calls: number;
  /** Number of calls that repeated an earlier one or ran concurrently with their duplicate. */
  repeats: number;
  refused: number;
  /** Account → balance, by the model. */
  balances: Map<string, number>;
  rides: { booking: string; settlement: RideSettlement }[];
  charges: VehicleCharge[];
  seconds: number;
}

export const walletOn = (database: Pick<Database, 'queries'>): WalletApi =>
  createWalletModule({
    db: database.queries,
    ids: { next: () => v7() },
    clock: { now: Date.now },
    settings: { get: () => Promise.reject(new Error('the ledger asks for no settings')) },
  }).api;

export interface Load {
  operations: number;
  workers: number;
  seed: number;
  crowd: Crowd;
}

export function createCrowd(people: number): Crowd {
  const some = (count: number) => Array.from({ length: count }, () => v7());
  return {
    riders: some(Math.ceil(people * 0.7)),
    drivers: some(Math.ceil(people * 0.3)),
    fleetadmins: some(2),
  };
}

/** `wallet` may have a planted fault. */
export async function runOperations(
  database: Pick<Database, 'queries'>,
  { operations, workers, seed, crowd }: Load,
  wallet = walletOn(database),
): Promise<Outcome> {
  const withTx = createTransactor(database.queries);
  const { next, chance } = createScenarios(seededRandom(seed), crowd);
  const outcome: Outcome = {
    calls: 0,
    repeats: 0,
    refused: 0,
    balances: new Map(),
    rides: [],
    charges: [],
    seconds: 0,
  };

  /** True when it was written; false when the wallet rejected it for insufficient funds. */
  async function call(operation: Operation): Promise<boolean> {
    outcome.calls += 1;
    try {
      await withTx((tx) => operation.call(wallet, tx));
      return true;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'insufficient_wallet') throw error;
      outcome.refused += 1;
      return false;
    }
  }

  function remember(changes: Changes): void {
    for (const [account, change] of Object.entries(changes))
      outcome.balances.set(account, (outcome.balances.get(account) ?? 0) + change);
  }

  async function perform(operation: Operation): Promise<boolean> {
    const twin = chance(0.04);
    const again = chance(0.04);
    const results = await Promise.all(twin ? [call(operation), call(operation)] : [call(operation)]);
    if (again) results.push(await call(operation));
    outcome.repeats += results.length - 1;
    const isWritten = results.includes(true);
    if (isWritten) {
      remember(operation.changes);
      if (operation.ride) outcome.rides.push(operation.ride);
      if (operation.charge) outcome.charges.push(operation.charge);
    }
    return isWritten;
  }

  async function work(): Promise<void> {
    while (outcome.calls < operations) for (const operation of next()) if (!(await perform(operation))) break;
  }

  const began = performance.now();
  await Promise.all(Array.from({ length: workers }, work));
  outcome.seconds = (performance.now() - began) / 1000;
  return outcome;
}
