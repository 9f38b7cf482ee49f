// Withdraws, admin credit and the ledger over HTTP: one line a route.
import { routes } from '@kerb/contract';
import { type BoundRoute, route } from '../../kit/index.ts';
import { createAddToWallet } from './admin-credit/add-to-wallet.ts';
import { createViewLedger, type ViewLedgerDeps } from './ledger-page/view-ledger.ts';
import type { MoneyDeps } from './money.deps.ts';
import { createDecideWithdraw } from './withdraws/decide-withdraw.ts';
import { createExportWithdraws } from './withdraws/export-withdraws.ts';
import { createListWithdraws } from './withdraws/list-withdraws.ts';
import { createRequestWithdraw } from './withdraws/request-withdraw.ts';

/** Checked by the kit; a caller without one repeats at their own risk. */
const keyOf = (headers: Record<string, unknown>): string | undefined => {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
};

export function moneyRoutes(deps: MoneyDeps & ViewLedgerDeps): BoundRoute[] {
  const [request, decide, list] = [
    createRequestWithdraw(deps),
    createDecideWithdraw(deps),
    createListWithdraws(deps),
  ];
  const [exportCsv, addToWallet, ledger] = [
    createExportWithdraws(deps),
    createAddToWallet(deps),
    createViewLedger(deps),
  ];

  return [
    route(routes.listMyWithdraws, ({ actor, query }) => list.mine(actor, query)),
    route(routes.requestWithdraw, ({ actor, body }) => request(actor, body)),
    route(routes.listWithdraws, ({ actor, query }) => list.all(actor, query)),
    route(routes.exportWithdraws, async ({ actor, query, reply }) => {
      const csv = await exportCsv(actor, query);
      reply.header('cache-control', 'no-store');
      reply.header('content-disposition', 'attachment; filename="withdraws.csv"');
      return csv;
    }),
    route(routes.completeWithdraw, ({ actor, params }) => decide.complete(actor, params.id)),
    route(routes.returnWithdraw, ({ actor, params, body }) => decide.giveBack(actor, params.id, body.reason)),
    route(routes.addToWallet, ({ actor, params, body, request: { headers } }) =>
      addToWallet(actor, params.id, body, keyOf(headers)),
    ),
    route(routes.getLedger, ({ actor }) => ledger.state(actor)),
    route(routes.listLedgerTransactions, ({ actor, query }) => ledger.transactions(actor, query)),
    route(routes.listLedgerSeals, ({ actor, query }) => ledger.seals(actor, query)),
  ];
}
