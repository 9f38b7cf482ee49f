// The words of a policy line: who may call a route or hear a topic, and of whose objects.
import type { Usertype } from '@kerb/domain/identity';

/** What a route's `:id` names. A fleet admin's own are those of drivers of the fleet. */
export type ObjectKind =
  | 'booking'
  | 'task'
  | 'document'
  | 'session'
  | 'savedAddress'
  | 'driverUser'
  | 'waitingDriver'
  | 'paidBooking'
  | 'photographedBooking'
  | 'quote'
  | 'payment'
  | 'withdraw';

/** Only one's own objects, or everybody's. */
export type Reach = 'own' | 'all';
export type Reaches = Readonly<Partial<Record<Usertype, Reach>>>;

export type Policy =
  /** Without signing in. */
  | { readonly rule: 'anyone' }
  /** Answers not_found to everybody in this configuration. */
  | { readonly rule: 'closed' }
  /** Those roles; and the operator's credentials where `operator`. */
  | { readonly rule: 'roles'; readonly roles: readonly Usertype[]; readonly operator: boolean }
  /** Those roles, each with the objects in reach; to anybody else of the role a foreign object is a missing one. */
  | { readonly rule: 'object'; readonly object: ObjectKind; readonly reaches: Reaches }
  /** A list that shows objects in reach and no others. */
  | { readonly rule: 'list'; readonly object: ObjectKind; readonly reaches: Reaches };

export const usertypes = ['rider', 'driver', 'fleetadmin', 'admin'] as const satisfies readonly Usertype[];

export const anyone: Policy = { rule: 'anyone' };
export const closed: Policy = { rule: 'closed' };
export const signedIn: Policy = { rule: 'roles', roles: usertypes, operator: false };
export const only = (...roles: Usertype[]): Policy => ({ rule: 'roles', roles, operator: false });
export const operatorOr = (...roles: Usertype[]): Policy => ({ rule: 'roles', roles, operator: true });
export const of = (object: ObjectKind, reaches: Reaches): Policy => ({ rule: 'object', object, reaches });
export const listOf = (object: ObjectKind, reaches: Reaches): Policy => ({ rule: 'list', object, reaches });
export const everybodysOwn: Reaches = { rider: 'own', driver: 'own', fleetadmin: 'own', admin: 'own' };
