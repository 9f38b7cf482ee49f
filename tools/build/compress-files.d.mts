/** Writes `<file>.br` and `<file>.gz` beside each text file below the folder. */
export function compressFiles(folder: string): Promise<void>;
