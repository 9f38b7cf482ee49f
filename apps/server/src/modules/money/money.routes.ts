// Route handlers for withdraws and admin credit.
import { routes } from '@kerb/contract';
import { type BoundRoute, route, sendDownload } from '../../kit/index.ts';
import { createAddToWallet } from './admin-credit/add-to-wallet.ts';
import type { MoneyDeps } from './money.deps.ts';
import { createDecideWithdraw } from './withdraws/decide-withdraw.ts';
import { createExportWithdraws } from './withdraws/export-withdraws.ts';
import { createListWithdraws } from './withdraws/list-withdraws.ts';
import { createRequestWithdraw } from './withdraws/request-withdraw.ts';

/** The idempotency key, validated by the kit; a request without one is not protected against repetition. */
const keyOf = (headers: Record<string, unknown>): string | undefined => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
};

export function moneyRoutes(deps: MoneyDeps): BoundRoute[] {
  const request = createRequestWithdraw(deps);
  const decide = createDecideWithdraw(deps);
  const onlyReading = { ...deps, db: deps.reads };
  const list = createListWithdraws(onlyReading);
  const exportCsv = createExportWithdraws(onlyReading);
  const addToWallet = createAddToWallet(deps);

  return [
    route(routes.listMyWithdraws, ({ actor, query }) => list.mine(actor, query)),
    route(routes.requestWithdraw, ({ actor, body }) => request(actor, body)),
    route(routes.listWithdraws, ({ actor, query }) => list.all(actor, query)),
    route(routes.exportWithdraws, ({ actor, query, reply }) =>
      sendDownload(reply, 'withdraws.csv', exportCsv(actor, query)),
    ),
    route(routes.completeWithdraw, ({ actor, params }) => decide.complete(actor, params.id)),
    route(routes.returnWithdraw, ({ actor, params, body }) => decide.giveBack(actor, params.id, body.reason)),
    route(routes.addToWallet, ({ actor, params, body, request: { headers } }) =>
      addToWallet(actor, params.id, body, keyOf(headers)),
    ),
  ];
}
