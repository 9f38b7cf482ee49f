// Random business events, each with the changes it must cause by an independent model that uses no domain rules.
import { type Minor, minor } from '@kerb/domain/kernel';
import type { PersonAccount, RideSettlement } from '@kerb/domain/ledger';
import type { ProviderName } from '@kerb/domain/payment';
import { v7 } from 'uuid';
import type { Tx } from '../../apps/server/src/kit/index.ts';
import type { VehicleCharge, WalletApi } from '../../apps/server/src/modules/wallet/index.ts';

/** Account → change, in minor units. Users by uid, providers as "provider stripe", the platform's accounts by kind. */
export type Changes = Readonly<Record<string, number>>;

/** One call of the wallet, in its own transaction. */
export interface Operation {
  call: (wallet: WalletApi, tx: Tx) => Promise<unknown>;
  changes: Changes;
  /** A settled ride, as stored with its booking. */
  ride?: { booking: string; settlement: RideSettlement };
  /** A charged rent or commission, as stored with its vehicle. */
  charge?: VehicleCharge;
}

export interface Crowd {
  riders: readonly string[];
  drivers: readonly string[];
  fleetadmins: readonly string[];
}

const providers: readonly ProviderName[] = ['stripe', 'paypal', 'mercadopago', 'test'];
const rider = (owner: string): PersonAccount => ({ kind: 'rider', owner });
const driver = (owner: string): PersonAccount => ({ kind: 'driver', owner });

/** Sequences of events for one booking, payment or withdrawal. */
export function createScenarios(random: () => number, { riders, drivers, fleetadmins }: Crowd) {
  const below = (limit: number): number => Math.floor(random() * limit);
  const amount = (most: number): Minor => minor(1 + below(most));
  const chance = (share: number): boolean => random() < share;
  function pick<Item>(list: readonly Item[]): Item {
    const item = list[below(list.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** The given parts sum to the amount to pay; the platform bears the discount. */
  function settle(
    booking: string,
    people: { from: string; to: string },
    parts: { wallet?: number; cash?: number; card?: number; held?: number; discount?: number },
  ): Operation {
    const { wallet = 0, cash = 0, card = 0, held = 0, discount = 0 } = parts;
    const cost = wallet + cash + card + held + discount;
    const fees = Math.floor(cost * 0.1);
    const settlement: RideSettlement = {
      rider: people.from,
      driver: people.to,
      driver_share: minor(cost - fees),
      convenience_fees: minor(fees),
      discount_amount: minor(discount),
      usedWalletMoney: minor(wallet),
      cashPaymentAmount: minor(cash),
      cardPaymentAmount: minor(card),
      prepaidAmount: minor(held),
    };
    return {
      call: (api, tx) => api.settleRide(tx, booking, settlement),
      changes: {
        [people.to]: cost - fees - cash,
        [people.from]: -wallet,
        payments_held: -card - held,
        platform_revenue: fees,
        promo_expense: -discount,
      },
      ride: { booking, settlement },
    };
  }

  function capture(payment: string, booking: string | null, provider: ProviderName, value: Minor): Operation {
    return {
      call: (api, tx) => api.holdCapture(tx, payment, { booking, provider, amount: value }),
      changes: { [`provider ${provider}`]: -value, payments_held: value },
    };
  }

  function paidBack(refund: string, provider: ProviderName, value: Minor): Operation {
    return {
      call: (api, tx) => api.settleProviderRefund(tx, refund, { booking: null, provider, amount: value }),
      changes: { [`provider ${provider}`]: value, payments_held: -value },
    };
  }

  function prepay(booking: string, from: string, value: Minor): Operation {
    return {
      call: (api, tx) => api.reservePrepayment(tx, booking, from, value),
      changes: { [from]: -value, payments_held: value },
    };
  }

  const pair = () => ({ from: pick(riders), to: pick(drivers) });
  const person = (): PersonAccount => (chance(0.7) ? rider(pick(riders)) : driver(pick(drivers)));

  const scenarios: readonly (() => Operation[])[] = [
    () => [settle(v7(), pair(), { cash: amount(50_000), discount: below(900) })],
    () => [settle(v7(), pair(), { wallet: amount(30_000), discount: below(900) })],
    () => [settle(v7(), pair(), { wallet: amount(9_000), cash: amount(20_000) })],
    () => [settle(v7(), pair(), { discount: amount(3_000) })],
    () => {
      const booking = v7();
      const value = amount(40_000);
      const parts = { card: value, wallet: below(2) * 700, discount: below(500) };
      return [capture(v7(), booking, pick(providers), value), settle(booking, pair(), parts)];
    },
    () => {
      const booking = v7();
      const people = pair();
      const value = amount(8_000);
      return [prepay(booking, people.from, value), settle(booking, people, { held: value })];
    },
    () => {
      const booking = v7();
      const from = pick(riders);
      const value = amount(8_000);
      const refund: Operation = {
        call: (api, tx) => api.refundPrepayment(tx, booking, from, value),
        changes: { [from]: value, payments_held: -value },
      };
      return [prepay(booking, from, value), refund];
    },
    () => {
      const payment = v7();
      const account = person();
      const provider = pick(providers);
      const value = amount(60_000);
      const topup: Operation = {
        call: (api, tx) => api.creditTopup(tx, payment, { account, provider, amount: value }),
        changes: { [`provider ${provider}`]: -value, [account.owner]: value },
      };
      const reversal: Operation = {
        call: (api, tx) => api.reverseTopup(tx, payment, { account, provider, amount: value }),
        changes: { [`provider ${provider}`]: value, [account.owner]: -value },
      };
      return chance(0.1) ? [topup, reversal] : [topup];
    },
    () => {
      const provider = pick(providers);
      const value = amount(20_000);
      return [capture(v7(), null, provider, value), paidBack(v7(), provider, value)];
    },
    () => {
      const payment = v7();
      const account = person();
      const value = amount(20_000);
      const accepted: Operation = {
        call: (api, tx) => api.acceptHeld(tx, payment, { account, amount: value }),
        changes: { payments_held: -value, [account.owner]: value },
      };
      return [capture(payment, null, pick(providers), value), accepted];
    },
    () => {
      const booking = v7();
      const { from, to } = pair();
      const fee = amount(5_000);
      const charge = { rider: from, driver: to, fee };
      return [
        {
          call: (api, tx) => api.chargeCancellation(tx, booking, charge),
          changes: { [from]: -fee, [to]: fee },
        },
      ];
    },
    () => {
      const isRent = chance(0.6);
      const fleetadmin = chance(0.5) ? pick(fleetadmins) : null;
      const { to } = pair();
      const value = amount(12_000);
      const part = (given: Minor): Operation => {
        const charge: VehicleCharge = {
          id: v7(),
          kind: isRent ? 'rent' : 'commission',
          booking: isRent ? null : v7(),
          driver: to,
          fleetadmin,
          amount: given,
        };
        return {
          call: (api, tx) => api.chargeForVehicle(tx, charge),
          changes: { [to]: -given, [fleetadmin ?? 'platform_revenue']: given },
          charge,
        };
      };
      return isRent || chance(0.7) ? [part(value)] : [part(value), part(minor(-1))];
    },
    () => {
      const reference = v7();
      const account = person();
      const value = amount(40_000);
      const source = chance(0.5) ? 'cash' : 'credit';
      const from = source === 'cash' ? 'cash_in_hand' : 'admin_credit';
      return [
        {
          call: (api, tx) => api.creditByAdmin(tx, reference, { account, amount: value, source }),
          changes: { [from]: -value, [account.owner]: value },
        },
      ];
    },
    () => {
      const booking = v7();
      const referred = v7();
      const { from, to } = pair();
      const bonus = amount(2_000);
      const accounts = [rider(from), driver(to)];
      return [
        {
          call: (api, tx) => api.creditReferral(tx, referred, { booking, accounts, bonus }),
          changes: { referral_expense: -2 * bonus, [from]: bonus, [to]: bonus },
        },
      ];
    },
    () => {
      const withdraw = v7();
      const account = person();
      const value = amount(9_000);
      const take: Operation = {
        call: (api, tx) => api.takeWithdrawal(tx, withdraw, { account, amount: value }),
        changes: { [account.owner]: -value, withdrawals_payable: value },
      };
      const paid: Operation = {
        call: (api, tx) => api.settleWithdrawal(tx, withdraw, value),
        changes: { withdrawals_payable: -value, bank: value },
      };
      const returned: Operation = {
        call: (api, tx) => api.returnWithdrawal(tx, withdraw, { account, amount: value }),
        changes: { [account.owner]: value, withdrawals_payable: -value },
      };
      return [take, chance(0.3) ? returned : paid];
    },
    () => {
      const booking = v7();
      const refund = v7();
      const from = pick(riders);
      const toWallet = amount(4_000);
      const toCard = amount(6_000);
      const given: Operation = {
        call: (api, tx) => api.refundBooking(tx, refund, { booking, rider: from, toWallet, toCard }),
        changes: { refund_expense: -toWallet - toCard, [from]: toWallet, payments_held: toCard },
      };
      const refused: Operation = {
        call: (api, tx) => api.returnHeld(tx, refund, { booking, rider: from, amount: toCard }),
        changes: { [from]: toCard, payments_held: -toCard },
      };
      return [given, chance(0.3) ? refused : paidBack(refund, pick(providers), toCard)];
    },
  ];

  return { next: (): Operation[] => pick(scenarios)(), chance };
}
