// How a route is declared: once, as data, with its access rule; server, SDK and OpenAPI are made from it.
import type { Usertype } from '@kerb/domain/identity';
import type { ErrorCode } from '@kerb/domain/kernel';
import { z } from 'zod';

/** What a partner's key may open: the standard's vehicles, or its trips. */
export const keyScope = z.enum(['mds.vehicles', 'mds.trips']);
export type KeyScope = z.infer<typeof keyScope>;

/** For keys with this scope. Such a route admits no session, and a key opens no other route. */
export interface KeyAccess {
  readonly key: KeyScope;
}

/** Who may call a route at all. Rules about single objects are in the server module's policy. */
export type Access = 'anyone' | 'signed-in' | 'operator' | readonly Usertype[] | KeyAccess;

/** The scope that a key needs for the route; null for routes of people and of the operator. */
export const keyScopeOf = (access: Access): KeyScope | null =>
  typeof access === 'object' && 'key' in access ? access.key : null;

/**
 * A session that waits for its second factor may call the route: while the first factor is to be set up, while one is
 * to be proved, or in both states. Other routes reject such a session, or treat it as no session where access is public.
 */
export type PendingSession = 'setup' | 'proof' | 'any';

/** Always, or only when the body has one of the fields; with `among`, only when it has one of these values. */
export type StepUp = true | { readonly fields: readonly string[]; readonly among?: readonly unknown[] };

export interface RouteDefinition {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below /api/v1 (or the root, see `root`), parameters as ':id'. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly tag: string;
  readonly access: Access;
  readonly pendingSession?: PendingSession;
  /** A user who needs a second factor must have proved it on this session within the last ten minutes. */
  readonly stepUp?: StepUp;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** JSON body; a multipart upload declares `upload` instead. */
  readonly body?: z.ZodType;
  /** The largest JSON body taken in, where it may be more than every other route's. */
  readonly bodyMaxBytes?: number;
  readonly upload?: { readonly field: string; readonly maxBytes: number };
  /**
   * The body is a form that another site's page posts. The session cookie is not looked at: what is in the form has
   * to show by itself that the call is wanted.
   */
  readonly crossSiteForm?: true;
  /** The body is a form of our own pages, posted by the browser as it goes to another page; the session counts. */
  readonly ownForm?: true;
  /**
   * The body is taken as its bytes, of any content type, for signatures made over them. The session cookie is not
   * looked at: what is in the body has to show by itself where it comes from.
   */
  readonly rawBody?: true;
  /** z.void() answers 204; `binary` in place of JSON names the content type. */
  readonly answer: z.ZodType;
  readonly binary?: string;
  /** The content type of a JSON answer where a standard gives one; application/json when left out. */
  readonly mediaType?: string;
  /** Takes data out of the service as JSON; a CSV or PDF does so by its type. Each such call is in the security log. */
  readonly dataExport?: true;
  readonly status?: 200 | 201 | 202 | 204;
  readonly errors: readonly ErrorCode[];
  /** Mounted at the root of the host: the specification's hosted functions. */
  readonly root?: true;
  /** The text that a hosted function's errors carry as `error`, where the specification gives one. */
  readonly failure?: string;
  readonly rateLimit?: { readonly max: number; readonly windowSeconds: number };
}

/** Whether a call takes data out of the service as a file. */
export const isDataExport = ({ binary, dataExport }: RouteDefinition): boolean =>
  dataExport === true || (binary !== undefined && /^(text\/csv|application\/pdf)/.test(binary));

/** Keeps the literal types of a declaration while checking its shape. */
export function defineRoute<const R extends RouteDefinition>(route: R): R {
  return route;
}
