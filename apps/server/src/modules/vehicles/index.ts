// Entry point of shared vehicles, which several drivers take in turn: handovers, and the rent or commission that they
// cost.
import { routes } from '@kerb/contract';
import { bookingStatus, earningStatuses } from '@kerb/domain/booking';
import { z } from 'zod';
import { route, type ServerModule } from '../../kit/index.ts';
import { createChargeCommission } from './charge-commission.ts';
import { CHARGE_RENT_JOB, createChargeAllRents } from './charge-rent.ts';
import { createEditVehicles } from './edit-vehicles.ts';
import { createVehiclesApi, type VehiclesApi } from './personal-data.ts';
import { createHandOver } from './take-vehicle.ts';
import type { VehiclesDeps } from './vehicles.deps.ts';
import {
  createGetVehicle,
  createListHandovers,
  createListVehicles,
  createMyVehicles,
} from './view-vehicles.ts';

export { insertPastVehicles, type PastVehicles } from './past.repository.ts';
export type { VehiclesApi } from './personal-data.ts';

const changed = z.object({ booking_id: z.string(), status: bookingStatus });
const earning: ReadonlySet<string> = new Set(earningStatuses);

export function createVehiclesModule(deps: VehiclesDeps): ServerModule & { api: VehiclesApi } {
  const edit = createEditVehicles(deps);
  const handOver = createHandOver(deps);
  const list = createListVehicles(deps);
  const get = createGetVehicle(deps);
  const handovers = createListHandovers(deps);
  const own = createMyVehicles(deps);
  const chargeCommission = createChargeCommission(deps);
  return {
    api: createVehiclesApi(deps),
    routes: [
      route(routes.listVehicles, ({ actor, query }) => list(actor, query)),
      route(routes.getVehicle, ({ actor, params }) => get(actor, params.id)),
      route(routes.addVehicle, ({ actor, body }) => edit.addVehicle(actor, body)),
      route(routes.editVehicle, ({ actor, params, body }) => edit.editVehicle(actor, params.id, body)),
      route(routes.retireVehicle, ({ actor, params }) => edit.retireVehicle(actor, params.id)),
      route(routes.setVehicleDrivers, ({ actor, params, body }) =>
        edit.setVehicleDrivers(actor, params.id, body.drivers),
      ),
      route(routes.takeVehicle, ({ actor, params, body }) => handOver.takeVehicle(actor, params.id, body)),
      route(routes.returnVehicle, ({ actor, params, body }) =>
        handOver.returnVehicle(actor, params.id, body),
      ),
      route(routes.handOverVehicle, ({ actor, params, body }) =>
        handOver.handOverVehicle(actor, params.id, body),
      ),
      route(routes.listVehicleHandovers, ({ actor, params, query }) => handovers(actor, params.id, query)),
      route(routes.getMyVehicles, ({ actor }) => own(actor)),
    ],
    jobs: { [CHARGE_RENT_JOB]: createChargeAllRents(deps) },
    schedules: { [CHARGE_RENT_JOB]: '7 * * * *' },
    subscribers: [
      {
        name: 'vehicles.on-booking-paid',
        events: ['booking.changed'],
        async handle({ data }) {
          const { booking_id, status } = changed.parse(data);
          if (earning.has(status)) await chargeCommission(booking_id);
        },
      },
    ],
  };
}
