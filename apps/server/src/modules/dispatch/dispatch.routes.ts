// Route handlers for dispatch: the board, the search for a driver as its rider sees it, a driver's tasks, candidates
// for manual assignment, and the dispatch receipt.
import {
  type BusyPlaces,
  type DispatchBoard,
  type DriverCandidate,
  type DriverStanding,
  type MissedRequest,
  type RouteAnswer,
  type Routes,
  routes,
  type Task,
} from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import type { OfferOutcome } from '@kerb/domain/dispatch';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, route } from '../../kit/index.ts';
import { presentPlanned, presentReceipts } from './dispatch.presenter.ts';
import type { Receipt } from './dispatch.repository.ts';
import type { ReservationRow } from './reservations.repository.ts';

export interface DispatchRouteDeps {
  viewSearch: (actor: Actor, booking: string) => Promise<RouteAnswer<Routes['getSearch']>>;
  viewBoard: (actor: Actor) => Promise<DispatchBoard>;
  listTasks: (driver: string) => Promise<Task[]>;
  listMissedRequests: (driver: string, limit: number) => Promise<MissedRequest[]>;
  viewStanding: (driver: string) => Promise<DriverStanding>;
  viewBusyPlaces: (driver: string) => Promise<BusyPlaces>;
  listCandidates: (booking: string, q?: string) => Promise<DriverCandidate[]>;
  /** Null for a booking that does not exist. */
  statusOf: (id: string) => Promise<BookingStatus | null>;
  receipts: (booking: string) => Promise<Receipt[]>;
  /** The outcome of each driver's last offer of the booking; null while it is open. */
  outcomesOf: (booking: string) => Promise<ReadonlyMap<string, OfferOutcome | null>>;
  plannedFor: (booking: string) => Promise<ReservationRow | undefined>;
  /** Display names by uid; deleted accounts are missing. */
  namesOf: (uids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

export const dispatchRoutes = ({
  viewSearch,
  viewBoard,
  listTasks,
  listMissedRequests,
  viewStanding,
  viewBusyPlaces,
  listCandidates,
  statusOf,
  receipts,
  outcomesOf,
  plannedFor,
  namesOf,
}: DispatchRouteDeps) => [
  route(routes.getSearch, ({ actor, params }) => viewSearch(actor, params.id)),
  route(routes.getDispatchBoard, ({ actor }) => viewBoard(actor)),
  route(routes.listTasks, async ({ actor }) => ({ items: await listTasks(actor.uid) })),
  route(routes.listMissedRequests, async ({ actor, query }) => ({
    items: await listMissedRequests(actor.uid, query.limit),
  })),
  route(routes.getStanding, ({ actor }) => viewStanding(actor.uid)),
  route(routes.getBusyPlaces, ({ actor }) => viewBusyPlaces(actor.uid)),
  route(routes.listCandidates, async ({ params, query }) => ({
    items: await listCandidates(params.id, query.q),
  })),
  route(routes.getDispatchReceipt, async ({ params }) => {
    const status = await statusOf(params.id);
    if (status === null) throw new DomainError('not_found');
    const [rounds, outcomes] = await Promise.all([receipts(params.id), outcomesOf(params.id)]);
    // A booking that has just been accepted or cancelled may still have a reservation until the next plan.
    const planned = status === 'NEW' ? await plannedFor(params.id) : undefined;
    const drivers = rounds.flatMap(({ candidates }) => candidates.map(({ driver }) => driver));
    if (planned) drivers.push(planned.driver);
    const names = await namesOf([...new Set(drivers)]);
    return {
      rounds: presentReceipts(rounds, { names, outcomes }),
      planned: planned ? presentPlanned(planned, names) : null,
    };
  }),
];
