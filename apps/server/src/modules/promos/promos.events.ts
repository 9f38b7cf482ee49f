// What the promos module tells everybody who has the catalogue open.
import { appendEvent, type Tx } from '../../kit/index.ts';

export const tellPromosChanged = (tx: Tx): Promise<unknown> =>
  appendEvent(tx, { name: 'catalog.changed', topics: ['catalog'], data: { what: 'promos' } });
