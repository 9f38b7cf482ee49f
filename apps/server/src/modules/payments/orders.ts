// What a payment form's order_id names: a top-up of the caller's wallet, or what they owe by card for a booking.

import type { PaymentForm } from '@kerb/contract';
import { DomainError, type Minor, toMajor, toMinor } from '@kerb/domain/kernel';
import type { Actor } from '../../kit/index.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { paymentsRepository, paymentsWriter } from './payments.repository.ts';
import type { PayerAccount } from './payments.tables.ts';
import { offered } from './providers.ts';

/** In major units; no wallet takes more at once. */
const MOST_TOPUP = 1_000_000_000;

export interface Order {
  id: string;
  purpose: 'booking' | 'topup';
  booking: string | null;
  account: PayerAccount;
  amount: Minor;
  currency: string;
  decimals: number;
  product_name: string;
}

export type FindOrder = (actor: Actor, id: string) => Promise<Order | null>;

const isPayer = (usertype: string): usertype is PayerAccount => usertype === 'rider' || usertype === 'driver';

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
        purpose: 'topup',
        booking: null,
        account: topup.account,
        amount: topup.amount,
        currency: topup.currency,
        decimals: topup.decimals,
        product_name: `${appName} · wallet`,
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
    await withTx((tx) => paymentsWriter(tx).addTopup({ ...order, uid: actor.uid, created_at: clock.now() }));
    return formOf(deps, actor, {
      ...order,
      purpose: 'topup',
      booking: null,
      product_name: `${appName} · wallet`,
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
