/** Builds the server and the simulator, where their sources changed. */
export function buildPrograms(): Promise<void>;

/** Builds the web app, where its sources changed. */
export function buildWeb(): Promise<void>;

/**
 * Bundles another program that contains the server, which then starts several times faster than from its sources.
 * `name` is the bundle's folder, `file` the source below the repository. Resolves with the absolute path of the bundle.
 */
export function bundleServerProgram(name: string, file: string): Promise<string>;
