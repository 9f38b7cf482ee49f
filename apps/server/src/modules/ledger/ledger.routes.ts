// Routes of the ledger: its accounts, transactions and seals, for admins.
import { routes } from '@kerb/contract';
import { type BoundRoute, route } from '../../kit/index.ts';
import type { createViewLedger } from './view-ledger.ts';

export const ledgerRoutes = (ledger: ReturnType<typeof createViewLedger>): BoundRoute[] => [
  route(routes.getLedger, ({ actor }) => ledger.state(actor)),
  route(routes.listLedgerTransactions, ({ actor, query }) => ledger.transactions(actor, query)),
  route(routes.listLedgerSeals, ({ actor, query }) => ledger.seals(actor, query)),
];
