// What a payment form's order_id names: a top-up of the caller's wallet, a tip, or what they owe by card for a booking.

import type { PaymentForm } from '@kerb/contract';
import { DomainError, type Minor, toMajor, toMinor } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { paymentsRepository, paymentsWriter } from './payments.repository.ts';
import type { PayerAccount, PaymentPurpose } from './payments.tables.ts';
import { offered } from './providers.ts';

/** In major units; no wallet takes more at once. */
const MOST_TOPUP = 1_000_000_000;

export interface Order {
  id: string;
  purpose: PaymentPurpose;
  /** The booking that is paid, or whose driver is tipped; null for a top-up. */
  booking: string | null;
  account: PayerAccount;
  amount: Minor;
  currency: string;
  decimals: number;
  product_name: string;
}

export type FindOrder = (actor: Actor, id: string) => Promise<Order | null>;

const isPayer = (usertype: string): usertype is PayerAccount => usertype === 'rider' || usertype === 'driver';

const productName = (appName: string, tipFor: string | null): string =>
  tipFor === null ? `${appName} · wallet` : `${appName} · tip`;

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
      return {
        id,
        purpose: topup.tip_for === null ? 'topup' : 'tip',
        booking: topup.tip_for,
        account: topup.account,
        amount: topup.amount,
        currency: topup.currency,
        decimals: topup.decimals,
        product_name: productName(appName, topup.tip_for),
      };
    }
    const order = usertype === 'rider' ? await bookings.orderOf(id, uid) : null;
    if (order === null) return null;
    // The booking receives the capture event a moment later. Money that is being refunded pays for nothing.
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

/** Throws `no_details_error` for what is no amount above zero of the operator's currency. */
export function readTopupAmount(amount: number, decimals: number): Minor {
  if (!(amount > 0) || amount > MOST_TOPUP) throw new DomainError('no_details_error');
  try {
    return toMinor(amount, decimals);
  } catch {
    throw new DomainError('no_details_error', `At most ${decimals} decimal places`);
  }
}

/** The form of the specification, §7, for an order of the caller's. */
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

/** Throws `no_details_error` and `no_provider_found`. */
export function createOpenTopup(deps: PaymentsDeps) {
  const { withTx, clock, ids, settings } = deps;
  return async function openTopup(actor: Actor, { amount }: { amount: number }): Promise<PaymentForm> {
    if (!isPayer(actor.usertype)) throw new DomainError('forbidden');
    const { code: currency, decimal: decimals, appName } = await settings.get();
    const minorAmount = readTopupAmount(amount, decimals);
    if ((await offered(deps)).length === 0) throw new DomainError('no_provider_found');
    const order = { id: ids.next(), account: actor.usertype, amount: minorAmount, currency, decimals };
    const topup = { ...order, uid: actor.uid, created_at: clock.now(), tip_for: null };
    await withTx((tx) => paymentsWriter(tx).addTopup(topup));
    return formOf(deps, actor, {
      ...order,
      purpose: 'topup',
      booking: null,
      product_name: productName(appName, null),
    });
  };
}

/** The form for a rider's tip by card, in minor units of the operator's currency. Throws `no_provider_found`. */
export function createOpenTip(deps: PaymentsDeps) {
  const { withTx, clock, ids, settings } = deps;
  return async function openTip(
    actor: Actor,
    { booking, amount }: { booking: string; amount: Minor },
  ): Promise<PaymentForm> {
    const { code: currency, decimal: decimals, appName } = await settings.get();
    if ((await offered(deps)).length === 0) throw new DomainError('no_provider_found');
    const order = { id: ids.next(), account: 'rider' as const, amount, currency, decimals };
    const topup = { ...order, uid: actor.uid, created_at: clock.now(), tip_for: booking };
    await withTx((tx) => paymentsWriter(tx).addTopup(topup));
    return formOf(deps, actor, {
      ...order,
      purpose: 'tip',
      booking,
      product_name: productName(appName, booking),
    });
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
