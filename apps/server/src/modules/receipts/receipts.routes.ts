// Route handlers for receipts and for the small picture of a trip.
import { type Receipt, routes } from '@kerb/contract';
import { type Actor, type BoundRoute, PICTURE_POLICY, route } from '../../kit/index.ts';
import type { BookingMap, MapTheme } from './draw-booking-map.ts';

export interface ReceiptsRouteDeps {
  viewReceipt: (actor: Actor, booking: string) => Promise<Receipt>;
  printReceipt: (actor: Actor, booking: string) => Promise<Buffer>;
  sendReceipt: (actor: Actor, booking: string) => Promise<void>;
  drawBookingMap: (actor: Actor, booking: string, theme: MapTheme) => Promise<BookingMap>;
}

export const receiptsRoutes = (deps: ReceiptsRouteDeps): BoundRoute[] => [
  route(routes.getReceipt, async ({ actor, params }) => deps.viewReceipt(actor, params.id)),
  route(routes.printReceipt, async ({ actor, params }) => deps.printReceipt(actor, params.id)),
  route(routes.getTripMap, async ({ actor, params, query, reply }) => {
    const { svg, isFinal } = await deps.drawBookingMap(actor, params.id, query.theme);
    reply.header('cache-control', `private, max-age=${isFinal ? 86_400 : 60}`);
    reply.header('content-security-policy', PICTURE_POLICY);
    reply.header('x-content-type-options', 'nosniff');
    return Buffer.from(svg);
  }),
  route(routes.sendReceipt, async ({ actor, params }) => deps.sendReceipt(actor, params.id)),
];
