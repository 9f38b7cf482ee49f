// Route declarations of card payments: providers, the form that opens a checkout, the provider's reports, and what
// admins do with payments.
import { providerName } from '@kerb/domain/payment';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, pageOf, pageQuery, uuid } from '../pages.ts';
import { payment, paymentForm, paymentRecord, paymentStatus } from '../views/money.ts';

const tag = 'payments';
const payers = ['rider', 'driver'] as const;
const text = (most: number) => z.string().trim().max(most).catch('');

/** Name of the provider, and the URL that the payment form is posted to. */
export const paymentProviders = z.object({
  items: z.array(z.object({ name: providerName, link: z.string() })),
});

/**
 * Missing, malformed and repeated fields are read as empty, because the sender is a browser, which is redirected in any
 * case.
 */
const posted = z.string().trim().max(60).catch('');

/** Form fields of the specification, §7, as a browser posts them. Amount and currency must equal the amount due. */
export const checkoutForm = z.object({
  order_id: posted,
  amount: posted,
  currency: posted,
  product_name: text(200),
  first_name: text(120),
  last_name: text(120),
  quantity: text(10),
  cust_id: text(60),
  mobile_no: text(40),
  email: text(254),
});

const html = 'text/html; charset=utf-8';

export const paymentRoutes = {
  getPaymentProviders: defineRoute({
    method: 'GET',
    path: '/payments/providers',
    summary: 'fetchPaymentMethods: the providers that are configured',
    tag,
    access: 'signed-in',
    answer: paymentProviders,
    errors: ['no_provider_found', 'provider_fetch_error'],
  }),
  getProvidersHosted: defineRoute({
    method: 'GET',
    path: '/get_providers',
    summary: 'get_providers: the same as a list',
    tag: 'hosted',
    access: 'anyone',
    root: true,
    answer: z.array(z.object({ name: providerName, link: z.string() })),
    errors: ['no_provider_found', 'provider_fetch_error'],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  openTopup: defineRoute({
    method: 'POST',
    path: '/me/wallet/topups',
    summary: 'Begin to top up my wallet: the form to post to a provider',
    tag,
    access: payers,
    body: z.object({ amount: z.number('no_details_error') }),
    answer: paymentForm,
    status: 201,
    errors: ['no_details_error', 'no_provider_found'],
  }),
  getPaymentForm: defineRoute({
    method: 'GET',
    path: '/bookings/:id/payment',
    summary: 'The form to post to a provider for what is owed by card of a booking of mine',
    tag,
    access: ['rider'],
    params: idParams,
    answer: paymentForm,
    errors: ['not_found', 'already_paid', 'transition_not_allowed', 'no_provider_found'],
  }),
  openCheckout: defineRoute({
    method: 'POST',
    path: '/payments/:provider/checkout',
    summary:
      'The payment form (specification §7): sends the browser on to the provider, or back with the reason',
    tag,
    access: 'anyone',
    params: z.object({ provider: providerName }),
    body: checkoutForm,
    ownForm: true,
    answer: z.string(),
    binary: html,
    errors: [],
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  returnFromProvider: defineRoute({
    method: 'GET',
    path: '/payments/return/:id',
    summary: 'The browser comes back from a provider',
    tag,
    access: 'anyone',
    params: idParams,
    query: z.looseObject({}),
    answer: z.string(),
    binary: html,
    errors: [],
  }),
  returnFromProviderByPost: defineRoute({
    method: 'POST',
    path: '/payments/return/:id',
    summary: 'The same, for providers whose page posts a form',
    tag,
    access: 'anyone',
    params: idParams,
    query: z.looseObject({}),
    rawBody: true,
    answer: z.string(),
    binary: html,
    errors: [],
  }),
  receiveWebhook: defineRoute({
    method: 'POST',
    path: '/payments/:provider/webhook',
    summary: 'Webhook: a provider reports the outcome of a payment',
    tag,
    access: 'anyone',
    params: z.object({ provider: providerName }),
    query: z.looseObject({}),
    rawBody: true,
    answer: z.object({ received: z.literal(true) }),
    errors: ['webhook_refused', 'not_found', 'provider_unavailable'],
    rateLimit: { max: 6000, windowSeconds: 60 },
  }),
  getPayment: defineRoute({
    method: 'GET',
    path: '/payments/:id',
    summary: 'What became of a payment of mine',
    tag,
    access: 'signed-in',
    params: idParams,
    answer: payment,
    errors: ['not_found'],
  }),
  listPayments: defineRoute({
    method: 'GET',
    path: '/payments',
    summary: 'Payments, newest first; `status=held` are those that wait for a decision',
    tag,
    access: ['admin'],
    query: pageQuery.extend({
      status: paymentStatus.optional(),
      booking: uuid.optional(),
      person: uuid.optional(),
    }),
    answer: pageOf(paymentRecord),
    errors: [],
  }),
  recheckPayment: defineRoute({
    method: 'POST',
    path: '/payments/:id/recheck',
    summary: 'Ask the provider now what became of a payment',
    tag,
    access: ['admin'],
    params: idParams,
    body: z.object({}),
    answer: paymentRecord,
    errors: ['not_found', 'provider_unavailable', 'provider_refused'],
  }),
  refundPayment: defineRoute({
    method: 'POST',
    path: '/payments/:id/refund',
    summary: 'Send a payment that is held back to where it came from',
    tag,
    access: ['admin'],
    stepUp: true,
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(300) }),
    answer: paymentRecord,
    errors: ['not_found', 'already_processed', 'transition_not_allowed'],
  }),
  acceptPayment: defineRoute({
    method: 'POST',
    path: '/payments/:id/accept',
    summary: 'Take a payment that is held, in the operator\u2019s currency, into the payer\u2019s wallet',
    tag,
    access: ['admin'],
    stepUp: true,
    params: idParams,
    body: z.object({ reason: z.string().trim().min(1).max(300) }),
    answer: paymentRecord,
    errors: ['not_found', 'already_processed', 'amount_mismatch', 'transition_not_allowed'],
  }),
  showTestPage: defineRoute({
    method: 'GET',
    path: '/payments/test/pay/:id',
    summary: 'The hosted page of the test provider; not in production',
    tag,
    access: 'anyone',
    params: idParams,
    query: z.looseObject({}),
    answer: z.string(),
    binary: html,
    errors: ['not_found'],
  }),
  actOnTestPage: defineRoute({
    method: 'POST',
    path: '/payments/test/pay/:id',
    summary: 'A button of the test provider\u2019s page: approve, decline, abandon, pay twice, pay late',
    tag,
    access: 'anyone',
    params: idParams,
    rawBody: true,
    answer: z.string(),
    binary: html,
    errors: ['not_found', 'invalid_input'],
  }),
};
