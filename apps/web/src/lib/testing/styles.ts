// Whether component tests evaluate the styles of Emotion. A test file that checks styles or layout calls `parseStyles`.

let areParsed = false;

export const stylesAreParsed = (): boolean => areParsed;

/** Call it at the top of a test file, before anything is rendered. */
export function parseStyles(): void {
  areParsed = true;
}
