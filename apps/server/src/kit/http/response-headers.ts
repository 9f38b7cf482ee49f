// Sets the headers of every answer: security policies, and no caching unless the route allows it.
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    // The web app uses no <base>, so an injected one must have no effect.
    baseUri: ["'none'"],
    // The map draws tiles and icons from memory, and decodes them in a worker.
    imgSrc: ["'self'", 'data:', 'blob:'],
    workerSrc: ["'self'", 'blob:'],
    childSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'"],
    // The component library inserts its styles into the page.
    styleSrc: ["'self'", "'unsafe-inline'"],
    fontSrc: ["'self'", 'data:'],
    scriptSrc: ["'self'"],
    objectSrc: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    manifestSrc: ["'self'"],
  },
};

/**
 * Disables browser features that the app does not use, also for its own pages; features not listed are limited to this
 * site.
 */
const PERMISSIONS_POLICY = [
  'accelerometer=()',
  'browsing-topics=()',
  'camera=()',
  'display-capture=()',
  'geolocation=(self)',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'usb=()',
].join(', ');

const STRICT_TRANSPORT_SECONDS = 31_536_000;

/** Most responses contain personal data; a route that may be cached sets its own Cache-Control. */
const NOT_CACHED = 'no-store';

/** For pictures that are documents, such as SVG: when one is opened on its own, it loads and runs nothing. */
export const PICTURE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** Registered before any hook that can reject a request, so that rejections carry the headers too. */
export function registerResponseHeaders(app: FastifyInstance, isProduction: boolean): void {
  // Not the plugin of Fastify, which parses the policies again for each call.
  const setPolicies = helmet({
    contentSecurityPolicy,
    crossOriginEmbedderPolicy: false,
    // With no-referrer, browsers would send our own forms with the origin `null`, which the origin check rejects.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isProduction
      ? { maxAge: STRICT_TRANSPORT_SECONDS, includeSubDomains: true }
      : false,
  });
  app.addHook('onRequest', async (request, reply) => {
    setPolicies(request.raw, reply.raw, (error) => {
      if (error) throw error;
    });
    reply.headers({ 'cache-control': NOT_CACHED, 'permissions-policy': PERMISSIONS_POLICY });
  });
}

/** An error must not be cached, even when the route had allowed caching before it failed. */
export const errorCaching = { 'cache-control': NOT_CACHED };

/** Headers of answers outside Fastify's hooks, to malformed requests and URLs. Such answers contain no page. */
export const minimalHeaders = (isProduction: boolean): Record<string, string> => ({
  ...errorCaching,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...(isProduction
    ? { 'strict-transport-security': `max-age=${STRICT_TRANSPORT_SECONDS}; includeSubDomains` }
    : {}),
});

/** The complete HTTP response to bytes that are not an HTTP request. */
export function malformedRequestAnswer(isProduction: boolean): string {
  const headers = Object.entries(minimalHeaders(isProduction)).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 400 ${STATUS_CODES[400]}\r\nconnection: close\r\n${headers.join('')}\r\n`;
}
