// The cars of an installation with one server: all of them report to it.
import type { CarPositions } from '../fleet.ports.ts';

export const oneServer: CarPositions = {
  need: async () => true,
  release: () => undefined,
  receives: () => true,
  refreshArea: async () => true,
  refreshDrivers: async () => true,
  forget: () => undefined,
  onGap: () => undefined,
};
