// Defines the shape of a route declaration: method, path, access rule and schemas. Server, SDK and OpenAPI document are
// generated from these declarations.
import type { Usertype } from '@kerb/domain/identity';
import type { ErrorCode } from '@kerb/domain/kernel';
import { z } from 'zod';

/** Scope of a partner's API key: the vehicle endpoints or the trip endpoints of the Mobility Data Specification. */
export const keyScope = z.enum(['mds.vehicles', 'mds.trips']);
export type KeyScope = z.infer<typeof keyScope>;

/**
 * The route requires an API key with this scope. It rejects user sessions, and API keys are accepted on no other
 * routes.
 */
export interface KeyAccess {
  readonly key: KeyScope;
}

/** Callers that may use a route at all. Rules about single objects are in the policy of the server module. */
export type Access = 'anyone' | 'signed-in' | 'operator' | readonly Usertype[] | KeyAccess;

/** Returns the scope that an API key needs for the route; null for routes called by users or by the operator. */
export const keyScopeOf = (access: Access): KeyScope | null =>
  typeof access === 'object' && 'key' in access ? access.key : null;

/**
 * Allows a session whose second factor is still pending to call the route: while the user must set up their first
 * factor, while they must prove one, or in both states. Other routes reject such a session; routes with public access
 * treat it as no session.
 */
export type PendingSession = 'setup' | 'proof' | 'any';

/**
 * `true` always requires a recent second factor; `fields` requires it only when the body contains one of these fields,
 * and with `among` only when such a field has one of these values.
 */
export type StepUp = true | { readonly fields: readonly string[]; readonly among?: readonly unknown[] };

export interface RouteDefinition {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below /api/v1 (below the root of the host with `root`); parameters are written ':id'. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  readonly pendingSession?: PendingSession;
  /** Users with a required second factor must have proved it in this session within the last ten minutes. */
  readonly stepUp?: StepUp;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Schema of the JSON body; a route with a multipart upload declares `upload` instead. */
  readonly body?: z.ZodType;
  /** Maximum size of the JSON body in bytes, for routes that accept more than the general limit. */
  readonly bodyMaxBytes?: number;
  readonly upload?: { readonly field: string; readonly maxBytes: number };
  /**
   * The body is a form posted from a page of another site. The session cookie is ignored: the form itself must prove
   * that the request is authentic.
   */
  readonly crossSiteForm?: true;
  /**
   * The body is a form that the browser submits from a page of this app while it navigates to another page; the session
   * cookie is read.
   */
  readonly ownForm?: true;
  /**
   * The body is passed on as raw bytes of any content type, because signatures are computed over them. The session
   * cookie is ignored: the body itself must prove who sent it.
   */
  readonly rawBody?: true;
  /**
   * Schema of the JSON response. z.void() responds with 204; a response that is not JSON declares its content type in
   * `binary` instead.
   */
  readonly answer: z.ZodType;
  readonly binary?: string;
  /** Content type of a JSON response where a standard prescribes one; default application/json. */
  readonly mediaType?: string;
  /**
   * The JSON response exports data, so that each call is written to the security log. CSV and PDF responses count as
   * exports by their content type.
   */
  readonly dataExport?: true;
  readonly status?: 200 | 201 | 202 | 204;
  readonly errors: readonly ErrorCode[];
  /** The route is mounted at the root of the host, as the hosted functions of the specification are. */
  readonly root?: true;
  /** Text of the `error` field in the error responses of a hosted function, where the specification defines one. */
  readonly failure?: string;
  readonly rateLimit?: { readonly max: number; readonly windowSeconds: number };
}

/** Returns whether a call exports data from the service. */
export const isDataExport = ({ binary, dataExport }: RouteDefinition): boolean =>
  dataExport === true || (binary !== undefined && /^(text\/csv|application\/pdf)/.test(binary));

/** Returns whether a call prints a document, which takes long and runs in a queue. */
export const isPrinted = ({ binary }: RouteDefinition): boolean => binary === 'application/pdf';

/** Returns the route unchanged; checks its shape and preserves the literal types of the declaration. */
export function defineRoute<const R extends RouteDefinition>(route: R): R {
  return route;
}
