// Runs one policy on one trace with a virtual clock and returns the resulting bookings, drivers and events.
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import { createBehaviour, defaultBehaviour } from './behaviour.ts';
import { createBatches } from './dispatch-batches.ts';
import { createRounds } from './dispatch-rounds.ts';
import { createDriving } from './driving.ts';
import { createEventLog } from './event-log.ts';
import { createEventQueue } from './event-queue.ts';
import type { LabDeps, LabRun, LabRunInput } from './lab-run.ts';
import { createOffers } from './offers.ts';
import { createReservations, searchedFrom } from './reservations.ts';
import { createWorld, type LabBooking } from './world.ts';

export function runLab(input: LabRunInput): LabRun {
  const { trace } = input;
  const queue = createEventQueue();
  const log = createEventLog();
  const behaviours = createBehaviour(trace.seed, input.behaviour ?? defaultBehaviour);
  const world = createWorld(trace, behaviours.patienceOf);
  let policy = input.policy;
  const deps: LabDeps = { ...input, world, log, queue, behaviours, currentPolicy: () => policy };
  const driving = createDriving(deps);
  const offers = createOffers(deps, driving, { onOpen: (booking) => search(booking) });
  const reservations = createReservations(deps);
  const rounds = createRounds(deps, offers, reservations);
  const batches = createBatches(deps, offers, reservations);

  function search(booking: LabBooking): void {
    if (policy === 'batched') batches.schedule();
    else rounds.start(booking);
  }
  for (const car of world.cars) queue.at(car.plan.from, () => driving.beginShift(car));
  for (const booking of world.bookings) {
    const { id, at, tripdate = at } = booking.request;
    const begin = () => {
      batches.add(booking);
      search(booking);
    };
    queue.at(at, () => {
      log.add({ at, kind: 'requested', booking: id, driver: null, drive: null });
      queue.at(tripdate + booking.patience.toAccept * MS_PER_SECOND, () => offers.cancelWaiting(booking));
      const from = searchedFrom(booking);
      if (from > at) queue.at(from, begin);
      else begin();
    });
  }
  reservations.start();
  if (input.policyChange) {
    const change = input.policyChange;
    queue.at(change.at, () => {
      policy = change.policy;
      for (const booking of batches.searching()) search(booking);
    });
  }
  queue.run();
  return { policy: input.policy, world, log, trace };
}
