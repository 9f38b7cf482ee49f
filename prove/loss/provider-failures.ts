// The ways in which an external service fails over HTTP.
import type { ServerResponse } from 'node:http';

export const providerFailures = [
  'refuses connections',
  'answers 500',
  'answers a web page',
  'cuts its answer off',
  'does not answer',
] as const;
export type ProviderFailure = (typeof providerFailures)[number];

/** `accepted`: the normal response of the service, of which half is sent when the response is cut off. */
export function failCall(failure: ProviderFailure, response: ServerResponse, accepted: string): void {
  switch (failure) {
    case 'refuses connections':
      response.socket?.resetAndDestroy();
      return;
    case 'answers 500':
      response.writeHead(500, { 'content-type': 'application/json' }).end('{"code":20500}');
      return;
    case 'answers a web page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to this network</html>');
      return;
    case 'cuts its answer off':
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': accepted.length });
      response.write(accepted.slice(0, 10), () => response.socket?.destroy());
      return;
    case 'does not answer':
      return;
  }
}
