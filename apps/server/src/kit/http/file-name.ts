// Chooses the file name under which a browser stores an API response; it is derived from the contract only, never from
// the request.
import type { RouteDefinition } from '@kerb/contract';

/** Content types that people store as files; pages, map tiles and glyphs are excluded. */
const endings = new Map([
  ['application/pdf', 'pdf'],
  ['image/svg+xml', 'svg'],
  ['image/webp', 'webp'],
  ['text/csv', 'csv'],
]);

/** "receipt.pdf" for /bookings/:id/receipt.pdf, "photos.webp" for /photos/:id; null when the answer is no such file. */
function fileNameOf({ path, binary }: Pick<RouteDefinition, 'path' | 'binary'>): string | null {
  const ending = endings.get(binary?.split(';')[0] ?? '');
  const last = path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .at(-1);
  if (ending === undefined || last === undefined) return null;
  return `${last.replace(/\.\w+$/, '')}.${ending}`;
}

/**
 * Content-Disposition header: tables are downloaded, other files are shown in the browser. A handler may set a better
 * name.
 */
export function dispositionOf(definition: Pick<RouteDefinition, 'path' | 'binary'>): string | null {
  const name = fileNameOf(definition);
  if (name === null) return null;
  return `${name.endsWith('.csv') ? 'attachment' : 'inline'}; filename="${name}"`;
}
