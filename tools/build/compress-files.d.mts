/** Writes `<file>.br` and `<file>.gz` beside each script, style sheet and JSON file of a kilobyte and more. */
export function compressFiles(folder: string): Promise<void>;
