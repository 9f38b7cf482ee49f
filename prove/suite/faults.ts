// All seeded faults of the suite experiment.
import { domainFaults } from './domain-faults.ts';
import { sdkFaults } from './sdk-faults.ts';
import type { SeededFault } from './seeded-fault.ts';
import { serverFaults } from './server-faults.ts';
import { webFaults } from './web-faults.ts';

export const seededFaults: readonly SeededFault[] = [
  ...domainFaults,
  ...sdkFaults,
  ...serverFaults,
  ...webFaults,
];
