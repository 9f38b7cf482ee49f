// Binds a handler to a route of the contract; the declaration determines the types of the handler's input and answer.
import type { Readable } from 'node:stream';
import type { Access, KeyAccess, RouteDefinition } from '@kerb/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Actor } from './actor.ts';

/** One file of a multipart upload, already limited to the route's size. */
export interface Upload {
  bytes: Buffer;
  mimetype: string;
  filename: string;
}

type Field<R, K extends string> = R extends Record<K, infer S> ? S : undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type ActorFor<A extends Access> = A extends KeyAccess
  ? null
  : A extends 'anyone' | 'operator'
    ? Actor | null
    : Actor;

export interface HandlerInput<R extends RouteDefinition> {
  params: Parsed<Field<R, 'params'>>;
  query: Parsed<Field<R, 'query'>>;
  body: Field<R, 'rawBody'> extends true ? Buffer : Parsed<Field<R, 'body'>>;
  /** Present only on routes that declare `upload`. */
  upload: Field<R, 'upload'> extends undefined ? undefined : Upload;
  actor: ActorFor<R['access']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Return type of a handler: the answer in the contract's schema; routes with `binary` return bytes or a stream of
 * bytes.
 */
export type HandlerAnswer<R extends RouteDefinition> =
  Field<R, 'binary'> extends undefined ? z.input<R['answer']> : Buffer | Readable | string | null;

export type Handler<R extends RouteDefinition> = (input: HandlerInput<R>) => Promise<HandlerAnswer<R>>;

export interface RawInput {
  params: unknown;
  query: unknown;
  body: unknown;
  upload: Upload | undefined;
  actor: Actor | null;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface BoundRoute {
  readonly definition: RouteDefinition;
  /** Expects input that mountRoutes has parsed by the definition and authorised by its access rule. */
  run(input: RawInput): Promise<unknown>;
}

export function route<R extends RouteDefinition>(definition: R, handler: Handler<R>): BoundRoute {
  return {
    definition,
    // The only cast: mountRoutes has just validated the input against these types.
    run: (input) => handler(input as HandlerInput<R>),
  };
}
