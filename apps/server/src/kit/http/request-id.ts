// Chooses the id of a call in logs, traces and SQL comments: the caller's own id when its characters are safe there,
// otherwise a new one.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const pattern = /^[\w-]{8,64}$/;

export function requestIdOf({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && pattern.test(sent) ? sent : randomUUID();
}
