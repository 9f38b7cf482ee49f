// Sends calls of the contract's routes to a server in the same process, each from a different IP address.
import { randomUUID } from 'node:crypto';
import { type RouteDefinition, type RouteName, routes } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import type { FastifyInstance } from 'fastify';

/** A caller with a session token, with the operator's credentials, or without either. */
export interface Caller {
  readonly role: Usertype | 'visitor' | 'operator' | 'partner';
  readonly uid: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Replaces the default one-pixel picture on routes that take a file. */
  readonly file?: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly code: string;
  readonly text: string;
}

/** Sends one call; tests can replace it to simulate a faulty server. */
export type Send = (route: RouteName, input: Input, caller: Caller) => Promise<Answer>;

/** A one-pixel picture for routes that take a file. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

function multipart(field: string, content: Buffer): { payload: Buffer; type: string } {
  const boundary = randomUUID();
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { payload, type: `multipart/form-data; boundary=${boundary}` };
}

function urlOf({ path, root }: RouteDefinition, { params, query }: Input): string {
  const filled = path.replaceAll(/:([A-Za-z_]+)/g, (_, name: string) => params?.[name] ?? `missing-${name}`);
  return `${root ? '' : '/api/v1'}${filled}?${new URLSearchParams(query)}`;
}

export const codeOf = (text: string): string => /"code":"(\w+)"/.exec(text)?.[1] ?? '';

let sent = 0;

/** A different address for each call, so that call limits do not affect the tests. */
function nextAddress(): string {
  sent += 1;
  return `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
}

/** A route's call in the form that the server in this process takes; without an address it comes from 127.0.0.1. */
export function callOf(name: RouteName, input: Input, caller: Caller) {
  const route: RouteDefinition = routes[name];
  const file = route.upload ? multipart(route.upload.field, input.file ?? pixel) : null;
  const payload = file?.payload ?? input.body;
  return {
    method: route.method,
    url: urlOf(route, input),
    headers: { ...caller.headers, ...(file ? { 'content-type': file.type } : {}) },
    ...(payload ? { payload } : {}),
  };
}

export const sendTo =
  (server: Pick<FastifyInstance, 'inject'>): Send =>
  async (name, input, caller) => {
    const response = await server.inject({ ...callOf(name, input, caller), remoteAddress: nextAddress() });
    const isProblem = response.statusCode >= 400;
    return {
      status: response.statusCode,
      code: isProblem ? codeOf(response.body) : '',
      text: response.body,
    };
  };

/** Sends the same calls over the network to the server at this origin. */
export const sendOver =
  (origin: string): Send =>
  async (name, input, caller) => {
    const { url, payload, headers, method } = callOf(name, input, caller);
    const isFile = Buffer.isBuffer(payload);
    const response = await fetch(`${origin}${url}`, {
      method,
      headers: { ...headers, ...(payload && !isFile ? { 'content-type': 'application/json' } : {}) },
      ...(payload ? { body: isFile ? new Uint8Array(payload) : JSON.stringify(payload) } : {}),
    });
    const text = await response.text();
    return { status: response.status, code: response.status >= 400 ? codeOf(text) : '', text };
  };
