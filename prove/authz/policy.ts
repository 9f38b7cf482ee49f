// The types of a policy line: who may call a route or subscribe to a topic, and for whose objects.
import type { KeyScope } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import type { ObjectKind } from '../../apps/server/src/testing/access-environment.ts';

/** Only the caller's own objects, or all. */
export type Reach = 'own' | 'all';
export type Reaches = Readonly<Partial<Record<Usertype, Reach>>>;

export type Policy =
  /** Without signing in. */
  | { readonly rule: 'anyone' }
  /** Answers not_found to every caller in this configuration. */
  | { readonly rule: 'closed' }
  /** Those roles; and the operator's credentials where `operator`. */
  | { readonly rule: 'roles'; readonly roles: readonly Usertype[]; readonly operator: boolean }
  /** Keys of partners with this scope; no session and no operator's credentials. */
  | { readonly rule: 'key'; readonly scope: KeyScope }
  /** Those roles, each with the objects in reach; a foreign object returns the same error as a missing one. */
  | { readonly rule: 'object'; readonly object: ObjectKind; readonly reaches: Reaches }
  /** A list that shows objects in reach and no others. */
  | { readonly rule: 'list'; readonly object: ObjectKind; readonly reaches: Reaches };

export const usertypes = ['rider', 'driver', 'fleetadmin', 'admin'] as const satisfies readonly Usertype[];

export const anyone: Policy = { rule: 'anyone' };
export const closed: Policy = { rule: 'closed' };
export const signedIn: Policy = { rule: 'roles', roles: usertypes, operator: false };
export const only = (...roles: Usertype[]): Policy => ({ rule: 'roles', roles, operator: false });
export const operatorOr = (...roles: Usertype[]): Policy => ({ rule: 'roles', roles, operator: true });
export const forKeys = (scope: KeyScope): Policy => ({ rule: 'key', scope });
export const of = (object: ObjectKind, reaches: Reaches): Policy => ({ rule: 'object', object, reaches });
export const listOf = (object: ObjectKind, reaches: Reaches): Policy => ({ rule: 'list', object, reaches });
export const ownForEveryRole: Reaches = { rider: 'own', driver: 'own', fleetadmin: 'own', admin: 'own' };
