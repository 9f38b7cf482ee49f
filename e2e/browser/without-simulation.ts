// Variables for a demonstration without simulated drivers and riders.
export const withoutSimulation = { KERB_SIM_DRIVERS: '0', KERB_SIM_RIDERS: '0' } as const;
