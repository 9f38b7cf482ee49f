// Lists how every changing route of the contract is called so that it takes effect, and the routes that ignore keys.
import { type RouteDefinition, type RouteName, routes } from '@kerb/contract';
import { bookingCases } from './cases/booking-cases.ts';
import { consoleCases } from './cases/console-cases.ts';
import { moneyCases } from './cases/money-cases.ts';
import { peopleCases } from './cases/people-cases.ts';
import { signInCases } from './cases/sign-in-cases.ts';
import type { Case } from './prepared-call.ts';

export type Cases = Readonly<Partial<Record<RouteName, Case>>>;

/** Routes that are called as in the authorisation proof: with a valid body, on an object of the caller. */
const usualRoutes = [
  'addSavedView',
  'addToWallet',
  'approveUser',
  'completeWithdraw',
  'decideFareReview',
  'deleteSavedAddress',
  'deleteSavedView',
  'deleteUser',
  'editMobilityProvider',
  'editSavedView',
  'editSettings',
  'editUser',
  'endSession',
  'messageUser',
  'openTopup',
  'panicBooking',
  'refuseUser',
  'removePasskey',
  'removePhoto',
  'reportTrip',
  'resetSecondFactor',
  'retireVehicle',
  'returnVehicle',
  'returnWithdraw',
  'sendMessage',
  'sendMessageImage',
  'setDuty',
  'setLicense',
  'setMyDocument',
  'setPhoto',
  'setUserDocument',
  'setVehicleDrivers',
  'shareBooking',
  'skipRecurringDay',
  'stopRecurringBooking',
  'updateProfile',
] as const satisfies readonly RouteName[];

export const cases: Cases = {
  ...Object.fromEntries(usualRoutes.map((name) => [name, {}])),
  ...signInCases,
  ...peopleCases,
  ...bookingCases,
  ...moneyCases,
  ...consoleCases,
};

/** Routes that ignore the key, with the reason why a repeat still has only one effect. */
export const withoutKey: Readonly<Partial<Record<RouteName, string>>> = {
  receiveWebhook: 'the provider names each event by an id of its own, which is stored',
  announceCall: 'the telephone system names each call by an id of its own, which is stored',
  returnFromProviderByPost: 'the provider is asked about the payment, which is captured once',
  actOnTestPage: 'the page of the test provider decides on its order once',
};

const isRoute = (name: string): name is RouteName => name in routes;
const definitionOf = (name: RouteName): RouteDefinition => routes[name];

/** Every route of the contract except GET. */
export const changingRoutes: readonly RouteName[] = Object.keys(routes)
  .filter(isRoute)
  .filter((name) => definitionOf(name).method !== 'GET');

/** One sentence for each changing route that is missing in the lists or in the wrong one. */
export function checkLists(given: Cases): string[] {
  return changingRoutes.flatMap((name) => {
    const takesNoKey = definitionOf(name).rawBody === true;
    if (takesNoKey !== name in withoutKey)
      return [`${name}: ${takesNoKey ? 'takes no key, and no reason is listed' : 'is listed without a key'}`];
    return takesNoKey || name in given ? [] : [`${name}: a changing route without a case`];
  });
}
