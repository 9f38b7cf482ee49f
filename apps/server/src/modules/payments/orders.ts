// Resolves the order_id of a payment form: a top-up of the caller's wallet, a tip, or the amount owed by card for a
// booking.

import type { PaymentForm } from '@kerb/contract';
import { amountInput, DomainError, type Minor, toMajor } from '@kerb/domain/kernel';
import { MAX_TOPUP } from '@kerb/domain/payment';
import type { Actor } from '../../kit/index.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { paymentsRepository, paymentsWriter } from './payments.repository.ts';
import type { PayerAccount, PaymentPurpose, TopupRow } from './payments.tables.ts';
import { offered } from './providers.ts';

export interface Order {
  id: string;
  purpose: PaymentPurpose;
  /** The booking to pay, or whose driver gets the tip; null for a top-up. */
  booking: string | null;
  account: PayerAccount;
  amount: Minor;
  currency: string;
  decimals: number;
  product_name: string;
}

export type FindOrder = (actor: Actor, id: string) => Promise<Order | null>;

const isPayer = (usertype: string): usertype is PayerAccount => usertype === 'rider' || usertype === 'driver';

/** Builds the order of a stored top-up; with `tip_for` it pays a tip. */
function topupOrder(
  { id, account, amount, currency, decimals, tip_for: booking }: TopupRow,
  appName: string,
): Order {
  const isTip = booking !== null;
  return {
    id,
    purpose: isTip ? 'tip' : 'topup',
    booking,
    account,
    amount,
    currency,
    decimals,
    product_name: isTip ? `${appName} · tip` : `${appName} · wallet`,
  };
}

/** Null for an order that is not the caller's. Throws `already_paid` and `transition_not_allowed`. */
export function createFindOrder({ db, settings, bookings }: PaymentsDeps): FindOrder {
  const payments = paymentsRepository(db);
  return async function findOrder({ uid, usertype }, id) {
    if (!isPayer(usertype)) return null;
    const { appName, code } = await settings.get();
    const topup = await payments.topup(id);
    if (topup !== null) {
      if (topup.uid !== uid) return null;
      if (await payments.wasPaid(id)) throw new DomainError('already_paid');
      return topupOrder(topup, appName);
    }
    const order = usertype === 'rider' ? await bookings.orderOf(id, uid) : null;
    if (order === null) return null;
    // The booking handles the capture event shortly after the capture. A payment that is being refunded does not count
    // as paid.
    if (await payments.hasUnreportedCapture(id)) throw new DomainError('already_paid');
    return {
      id,
      purpose: 'booking',
      booking: order.booking,
      account: 'rider',
      amount: order.amount,
      currency: code,
      decimals: order.decimals,
      product_name: `${appName} · ${order.reference}`,
    };
  };
}

/**
 * Converts to minor units. Throws `no_details_error` unless it is a valid amount above zero in the operator's currency.
 */
export function readTopupAmount(amount: number, decimals: number): Minor {
  if (amount > MAX_TOPUP) throw new DomainError('no_details_error');
  return amountInput(amount, decimals);
}

/** Builds the payment form of specification §7 for an order of the caller. */
export async function formOf({ identity }: PaymentsDeps, actor: Actor, order: Order): Promise<PaymentForm> {
  const user = await identity.userOf(actor.uid);
  return {
    order_id: order.id,
    amount: toMajor(order.amount, order.decimals),
    currency: order.currency,
    product_name: order.product_name,
    first_name: user?.firstName ?? '',
    last_name: user?.lastName ?? '',
    quantity: 1,
    cust_id: actor.uid,
    mobile_no: user?.mobile ?? '',
    email: user?.email ?? '',
  };
}

/**
 * Stores an order that tops up the payer's wallet, and returns its form. `amountIn` converts the amount to minor units
 * of the operator's decimals, which cannot change until the order is stored. Throws `no_provider_found`.
 */
function createStoreTopup(deps: PaymentsDeps) {
  const { withTx, clock, ids, settings } = deps;
  return async function storeTopup(
    actor: Actor,
    topup: { account: PayerAccount; tip_for: string | null },
    amountIn: (decimals: number) => Minor,
  ): Promise<PaymentForm> {
    const { appName } = await settings.get();
    if ((await offered(deps)).length === 0) throw new DomainError('no_provider_found');
    const stored = await withTx(async (tx) => {
      const { code: currency, decimal: decimals } = await settings.lockMoneyUnit(tx);
      const order = {
        ...topup,
        id: ids.next(),
        uid: actor.uid,
        amount: amountIn(decimals),
        currency,
        decimals,
        created_at: clock.now(),
      };
      await paymentsWriter(tx).addTopup(order);
      return order;
    });
    return formOf(deps, actor, topupOrder(stored, appName));
  };
}

/** Throws `forbidden`, `no_details_error` and `no_provider_found`. */
export function createOpenTopup(deps: PaymentsDeps) {
  const storeTopup = createStoreTopup(deps);
  return async function openTopup(actor: Actor, { amount }: { amount: number }): Promise<PaymentForm> {
    const { usertype: account } = actor;
    if (!isPayer(account)) throw new DomainError('forbidden');
    return storeTopup(actor, { account, tip_for: null }, (decimals) => readTopupAmount(amount, decimals));
  };
}

/**
 * Opens a rider's tip by card, in minor units of the operator's currency, and returns its form. Throws
 * `no_provider_found`.
 */
export function createOpenTip(deps: PaymentsDeps) {
  const storeTopup = createStoreTopup(deps);
  return function openTip(
    actor: Actor,
    { booking, amount }: { booking: string; amount: Minor },
  ): Promise<PaymentForm> {
    // The tip's booking already keeps the operator's currency as it is.
    return storeTopup(actor, { account: 'rider', tip_for: booking }, () => amount);
  };
}

/** Throws `not_found`, `already_paid`, `transition_not_allowed` and `no_provider_found`. */
export function createGetForm(deps: PaymentsDeps, findOrder: FindOrder) {
  return async function getForm(actor: Actor, booking: string): Promise<PaymentForm> {
    const order = await findOrder(actor, booking);
    if (order?.purpose !== 'booking') throw new DomainError('not_found');
    if ((await offered(deps)).length === 0) throw new DomainError('no_provider_found');
    return formOf(deps, actor, order);
  };
}
