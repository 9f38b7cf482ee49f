// Types of a policy line: the callers of a route or topic, and the objects that they may reach.
import type { KeyScope } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import type { ObjectKind } from '../../apps/server/src/testing/access-environment.ts';

/** Whether the caller reaches their own objects only, or all objects. */
export type Reach = 'own' | 'all';
export type Reaches = Readonly<Partial<Record<Usertype, Reach>>>;

export type Policy =
  /** Anyone, without signing in. */
  | { readonly rule: 'anyone' }
  /** Returns not_found to every caller in this configuration. */
  | { readonly rule: 'closed' }
  /** These roles, and the operator's credentials where `operator` is set. */
  | { readonly rule: 'roles'; readonly roles: readonly Usertype[]; readonly operator: boolean }
  /** Partner keys with this scope; sessions and the operator's credentials are rejected. */
  | { readonly rule: 'key'; readonly scope: KeyScope }
  /** These roles, each for the objects within reach; an object out of reach returns the same error as a missing one. */
  | { readonly rule: 'object'; readonly object: ObjectKind; readonly reaches: Reaches }
  /** A list that contains only the objects within reach. */
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
