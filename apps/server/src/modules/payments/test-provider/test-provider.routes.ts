// Route handlers for the test provider's page; they answer not found where the provider is disabled.
import { routes } from '@kerb/contract';
import { DomainError, formatMoney, toMinor } from '@kerb/domain/kernel';
import type { FastifyRequest } from 'fastify';
import { type BoundRoute, type Queries, route } from '../../../kit/index.ts';
import type { HtmlPage } from '../pages/html-page.ts';
import type { PaymentsDeps } from '../payments.deps.ts';
import { paymentsRepository } from '../payments.repository.ts';
import { localeIn, readerOf, redirectTo, sendPage } from '../payments.routes.ts';
import { actionOf, type createActOnTestPage } from './act-on-test-page.ts';
import { testOrdersRepository } from './test-orders.repository.ts';
import { pathOf, testPage } from './test-page.ts';

export interface TestRouteDeps extends Pick<PaymentsDeps, 'settings' | 'identity' | 'languages'> {
  db: Queries;
  /** Null where the provider is disabled. */
  page: ReturnType<typeof createActOnTestPage> | null;
}

export function testProviderRoutes(deps: TestRouteDeps): BoundRoute[] {
  const { db, settings, page } = deps;
  const orders = testOrdersRepository(db);
  const payments = paymentsRepository(db);

  async function show(id: string, request: FastifyRequest, wrong = false): Promise<HtmlPage> {
    const order = page === null ? null : await orders.find(id);
    if (order === null) throw new DomainError('not_found');
    const reader = await readerOf(deps, (await payments.find(id))?.uid, request);
    const { appName, country, ...format } = await settings.get();
    const decimal = Math.max(format.decimal, order.value.split('.')[1]?.length ?? 0);
    const amount = formatMoney(toMinor(order.value, decimal), {
      ...format,
      decimal,
      locale: localeIn(reader, country),
    });
    return testPage({ reader, appName, amount }, order, wrong);
  }

  return [
    route(routes.showTestPage, async ({ params, request, reply }) =>
      sendPage(reply, await show(params.id, request)),
    ),
    route(routes.actOnTestPage, async ({ params, body, request, reply }) => {
      if (page === null) throw new DomainError('not_found');
      const action = actionOf(new URLSearchParams(body.toString('utf8')));
      if (action === 'card-wrong') return sendPage(reply, await show(params.id, request, true));
      return redirectTo(reply, pathOf(await page.act(params.id, action)));
    }),
  ];
}
