// The event that makes open catalogue pages reload the promos.
import { appendEvent, type Tx } from '../../kit/index.ts';

export const publishPromosChanged = (tx: Tx): Promise<unknown> =>
  appendEvent(tx, { name: 'catalog.changed', topics: ['catalog'], data: { what: 'promos' } });
