// Receipts over HTTP.
import { type Receipt, routes } from '@kerb/contract';
import { type Actor, type BoundRoute, route } from '../../kit/index.ts';

export interface ReceiptsRouteDeps {
  viewReceipt: (actor: Actor, booking: string) => Promise<Receipt>;
  printReceipt: (actor: Actor, booking: string) => Promise<Buffer>;
  sendReceipt: (actor: Actor, booking: string) => Promise<void>;
}

export const receiptsRoutes = (deps: ReceiptsRouteDeps): BoundRoute[] => [
  route(routes.getReceipt, async ({ actor, params }) => deps.viewReceipt(actor, params.id)),
  route(routes.printReceipt, async ({ actor, params }) => deps.printReceipt(actor, params.id)),
  route(routes.sendReceipt, async ({ actor, params }) => deps.sendReceipt(actor, params.id)),
];
