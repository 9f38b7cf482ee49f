// The name under which a browser stores a file of the API: made from the contract, never from what a caller sent.
import type { RouteDefinition } from '@kerb/contract';

/** Types of files that people store. Pages, and the tiles and glyphs of the map, are not among them. */
const endings = new Map([
  ['application/pdf', 'pdf'],
  ['image/svg+xml', 'svg'],
  ['image/webp', 'webp'],
  ['text/csv', 'csv'],
]);

/** "receipt.pdf" of /bookings/:id/receipt.pdf, "photos.webp" of /photos/:id; null where the answer is no such file. */
function fileNameOf({ path, binary }: Pick<RouteDefinition, 'path' | 'binary'>): string | null {
  const ending = endings.get(binary?.split(';')[0] ?? '');
  const last = path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .at(-1);
  if (ending === undefined || last === undefined) return null;
  return `${last.replace(/\.\w+$/, '')}.${ending}`;
}

/** Shown in the page, except for tables, which browsers store. A handler may set a header with a better name. */
export function dispositionOf(definition: Pick<RouteDefinition, 'path' | 'binary'>): string | null {
  const name = fileNameOf(definition);
  if (name === null) return null;
  return `${name.endsWith('.csv') ? 'attachment' : 'inline'}; filename="${name}"`;
}
