// The routes of dispatch: a driver's tasks, whom an admin may assign, and the receipt of how drivers were found.
import { type DriverCandidate, routes, type Task } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { route } from '../../kit/index.ts';
import type { Receipt } from './dispatch.repository.ts';

export interface DispatchRouteDeps {
  listTasks: (driver: string) => Promise<Task[]>;
  listCandidates: (booking: string, q?: string) => Promise<DriverCandidate[]>;
  bookingExists: (id: string) => Promise<boolean>;
  receipts: (booking: string) => Promise<Receipt[]>;
}

const presentReceipt = ({ at, policy, ask_at, nearest_secs, candidates }: Receipt) => ({
  at,
  policy,
  askAt: ask_at,
  nearest_in_secs: nearest_secs,
  candidates: candidates.map(({ driver, distance_km, eta_secs, gate, asked }) => ({
    driver,
    distance_in_km: distance_km,
    eta_in_secs: eta_secs,
    gate,
    asked,
  })),
});

export const dispatchRoutes = ({ listTasks, listCandidates, bookingExists, receipts }: DispatchRouteDeps) => [
  route(routes.listTasks, async ({ actor }) => ({ items: await listTasks(actor.uid) })),
  route(routes.listCandidates, async ({ params, query }) => ({
    items: await listCandidates(params.id, query.q),
  })),
  route(routes.getDispatchReceipt, async ({ params }) => {
    if (!(await bookingExists(params.id))) throw new DomainError('not_found');
    return { rounds: (await receipts(params.id)).map(presentReceipt) };
  }),
];
