// What an error says, for messages to operators.

/** Also of what was thrown and is no Error. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
