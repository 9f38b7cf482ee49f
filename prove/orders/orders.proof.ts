// npm run prove -- orders [--minutes <number>]: concurrent actions on a booking, in every order of their statements.
import type { Proof } from '../lib/proof.ts';
import { proveOnDatabase } from '../lib/proof-server.ts';
import { fewOrders, ordersWithin, proveOrders } from './prove-orders.ts';

export const proof: Proof = {
  name: 'orders',
  about:
    'two and three actions on a booking at once end as one after the other, in every order of their statements',
  run: (log, { isShort, minutes }) =>
    proveOnDatabase((database) =>
      proveOrders(database, log, isShort ? fewOrders : ordersWithin(minutes ?? undefined)),
    ),
};
