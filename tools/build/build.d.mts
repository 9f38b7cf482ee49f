/** Builds the server and the simulator, where their sources changed. */
export function buildPrograms(): Promise<void>;
