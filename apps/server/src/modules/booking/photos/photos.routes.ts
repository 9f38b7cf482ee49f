// Route handlers for proof photos.
import { type BookingView, routes } from '@kerb/contract';
import type { ProofPhotoName } from '@kerb/domain/booking';
import type { FastifyReply } from 'fastify';
import { type Actor, type BoundRoute, route } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { createGetProofPhoto } from './get-proof-photo.ts';
import { createSetProofPhoto } from './set-proof-photo.ts';

type ViewBooking = (actor: Actor, booking: BookingRecord) => Promise<BookingView>;

/** `view` presents the changed booking to the driver. */
export function photoRoutes(deps: BookingDeps, view: ViewBooking): BoundRoute[] {
  const setPhoto = createSetProofPhoto(deps);
  const getPhoto = createGetProofPhoto(deps);

  const taken = async (actor: Actor, id: string, name: ProofPhotoName, bytes: Buffer) =>
    view(actor, await setPhoto(actor, id, name, bytes));

  async function shown(actor: Actor, id: string, name: ProofPhotoName, reply: FastifyReply) {
    const file = await getPhoto(actor, id, name);
    reply.header('cache-control', 'private, max-age=3600');
    reply.header('content-disposition', `inline; filename="${name}.webp"`);
    reply.header('x-content-type-options', 'nosniff');
    return file.bytes;
  }

  return [
    route(routes.setPickupImage, ({ actor, params, upload }) =>
      taken(actor, params.id, 'pickup_image', upload.bytes),
    ),
    route(routes.setDeliverImage, ({ actor, params, upload }) =>
      taken(actor, params.id, 'deliver_image', upload.bytes),
    ),
    route(routes.getPickupImage, ({ actor, params, reply }) =>
      shown(actor, params.id, 'pickup_image', reply),
    ),
    route(routes.getDeliverImage, ({ actor, params, reply }) =>
      shown(actor, params.id, 'deliver_image', reply),
    ),
  ];
}
