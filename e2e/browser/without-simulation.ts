// A demonstration whose only people are those of the journey.
export const withoutSimulation = { KERB_SIM_DRIVERS: '0', KERB_SIM_RIDERS: '0' } as const;
