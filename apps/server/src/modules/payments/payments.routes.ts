// Route handlers for payments: forms, providers, the checkout and the return from it, webhooks, and the decisions of
// admins.
import { routes } from '@kerb/contract';
import { DomainError, type ErrorCode, errorCatalogue, formatMoney } from '@kerb/domain/kernel';
import { type ProviderName, providerTitles } from '@kerb/domain/payment';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Actor, type BoundRoute, publicOriginOf, route } from '../../kit/index.ts';
import type { ProviderRequest } from '../../ports/payments.ts';
import type { ReaderTexts } from '../languages/index.ts';
import type { createDecideHeld } from './decide-held.ts';
import type { createOpenCheckout } from './open-checkout.ts';
import type { createGetForm, createOpenTopup } from './orders.ts';
import { checkoutPage } from './pages/checkout-page.ts';
import type { HtmlPage } from './pages/html-page.ts';
import type { PaymentsDeps } from './payments.deps.ts';
import { paymentsPolicy } from './payments.policy.ts';
import { presentPayment } from './payments.presenter.ts';
import { paymentsRepository } from './payments.repository.ts';
import { offered } from './providers.ts';
import type { QueryProvider } from './query-provider.ts';
import type { createReceiveWebhook } from './receive-webhook.ts';
import type { createReturnFromProvider } from './return-from-provider.ts';
import type { createViewPayments } from './view-payments.ts';

export interface PaymentRouteDeps extends PaymentsDeps {
  openTopup: ReturnType<typeof createOpenTopup>;
  getForm: ReturnType<typeof createGetForm>;
  openCheckout: ReturnType<typeof createOpenCheckout>;
  returnFromProvider: ReturnType<typeof createReturnFromProvider>;
  receiveWebhook: ReturnType<typeof createReceiveWebhook>;
  queryProvider: QueryProvider;
  decide: ReturnType<typeof createDecideHeld>;
  view: ReturnType<typeof createViewPayments>;
}

/** The user's language, or the browser's for visitors. */
export async function readerOf(
  { identity, languages }: Pick<PaymentsDeps, 'identity' | 'languages'>,
  uid: string | undefined,
  request: FastifyRequest,
): Promise<ReaderTexts> {
  const user = uid === undefined ? null : await identity.userOf(uid);
  return languages.textsFor(user?.lang, request.headers['accept-language']);
}

/** The reader's language with the operator's country as the region: "pt-UY". */
export const localeIn = ({ langLocale }: ReaderTexts, country: string): string =>
  new Intl.Locale(langLocale, country === '' ? {} : { region: country }).baseName;

export function sendPage(reply: FastifyReply, { html, policy }: HtmlPage): string {
  reply.header('content-security-policy', policy);
  reply.header('cache-control', 'no-store');
  // The provider's script may open a window of the buyer's bank and receive messages from it.
  reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
  return html;
}

/** Sets the redirect; the caller of the handler sends the reply, once. */
export function redirectTo(reply: FastifyReply, where: string): null {
  reply.code(303).header('cache-control', 'no-store').header('location', where);
  return null;
}

/** The request as the provider sent it; repeated headers are combined as Node.js combines them. */
export function providerRequestOf(request: FastifyRequest, body: Buffer): ProviderRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  const at = request.url.indexOf('?');
  return {
    method: request.method === 'POST' ? 'POST' : 'GET',
    headers,
    query: new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1)),
    body,
  };
}

const isUuid = (text: string): boolean => z.uuid().safeParse(text).success;
const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

export function paymentRoutes(deps: PaymentRouteDeps): BoundRoute[] {
  const { db, settings, publicUrl, logger, view } = deps;
  const payments = paymentsRepository(db);

  async function links(request: FastifyRequest): Promise<{ name: ProviderName; link: string }[]> {
    const origin = publicOriginOf(request, publicUrl);
    const found = await offered(deps).catch((error: unknown) => {
      throw new DomainError('provider_fetch_error', error instanceof Error ? error.message : undefined);
    });
    if (found.length === 0) throw new DomainError('no_provider_found');
    return found.map(({ name }) => ({ name, link: `${origin}/api/v1/payments/${name}/checkout` }));
  }

  /** The booking to which the browser returns when the order is a booking of this rider; empty otherwise. */
  async function bookingOf(actor: Actor | null, order: string): Promise<{ booking?: string }> {
    if (actor?.usertype !== 'rider' || !isUuid(order)) return {};
    const owed = await deps.bookings.orderOf(order, actor.uid).catch((error: unknown) => {
      // The booking belongs to the rider but nothing is owed by card.
      if (error instanceof DomainError) return { booking: order };
      throw error;
    });
    return owed === null ? {} : { booking: owed.booking };
  }

  /** Redirects to the app, which shows the error. */
  async function refuse(reply: FastifyReply, error: unknown, actor: Actor | null, order: string) {
    const problem = error instanceof DomainError && isCode(error.code) ? error.code : 'internal';
    if (problem === 'internal')
      logger.warn({ err: error, order }, 'A payment form was rejected by an unexpected error');
    return redirectTo(
      reply,
      `/payment/new?${new URLSearchParams({ problem, ...(await bookingOf(actor, order)) })}`,
    );
  }

  return [
    route(routes.getPaymentProviders, async ({ request }) => ({ items: await links(request) })),
    route(routes.getProvidersHosted, ({ request }) => links(request)),
    route(routes.openTopup, ({ actor, body }) => deps.openTopup(actor, body)),
    route(routes.getPaymentForm, ({ actor, params }) => deps.getForm(actor, params.id)),
    route(routes.openCheckout, async ({ actor, params, body, request, reply }) => {
      try {
        if (actor === null) throw new DomainError('not_logged_in');
        if (!isUuid(body.order_id)) throw new DomainError('not_found');
        const reader = await readerOf(deps, actor.uid, request);
        const { country, appName, ...format } = await settings.get();
        const locale = localeIn(reader, country);
        const opened = await deps.openCheckout(actor, {
          provider: params.provider,
          form: body,
          ip: request.ip,
          locale,
          origin: publicOriginOf(request, publicUrl),
        });
        const { decimals: decimal } = opened;
        const amount = formatMoney(opened.amount, { ...format, decimal, locale });
        const look = { reader, appName, amount, provider: providerTitles[params.provider] };
        return sendPage(reply, checkoutPage(look, opened));
      } catch (error) {
        return refuse(reply, error, actor, body.order_id);
      }
    }),
    route(routes.returnFromProvider, async ({ params, request, reply }) => {
      await deps.returnFromProvider(params.id, providerRequestOf(request, Buffer.alloc(0)));
      return redirectTo(reply, `/payment/${params.id}`);
    }),
    route(routes.returnFromProviderByPost, async ({ params, body, request, reply }) => {
      await deps.returnFromProvider(params.id, providerRequestOf(request, body));
      return redirectTo(reply, `/payment/${params.id}`);
    }),
    route(routes.receiveWebhook, async ({ params, body, request }) => {
      await deps.receiveWebhook(params.provider, providerRequestOf(request, body));
      return { received: true as const };
    }),
    route(routes.getPayment, async ({ actor, params }) =>
      presentPayment(paymentsPolicy.getPayment(actor, await payments.find(params.id))),
    ),
    route(routes.listPayments, ({ query }) => view.list(query)),
    route(routes.recheckPayment, async ({ params }) => {
      await deps.queryProvider.recheck(params.id);
      return view.record(params.id);
    }),
    route(routes.refundPayment, async ({ actor, params, body }) => {
      await deps.decide.refund(actor, params.id, body);
      return view.record(params.id);
    }),
    route(routes.acceptPayment, async ({ actor, params, body }) => {
      await deps.decide.accept(actor, params.id, body);
      return view.record(params.id);
    }),
  ];
}
