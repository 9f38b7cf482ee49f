// Implements the CarPositions port for an installation with one server, to which all cars report.
import type { CarPositions } from '../fleet.ports.ts';

export const oneServer: CarPositions = {
  need: async () => true,
  release: () => undefined,
  receives: () => true,
  refreshArea: async () => true,
  refreshDrivers: async () => true,
  forget: () => undefined,
  onGap: () => undefined,
  receivingSince: () => 0,
};
