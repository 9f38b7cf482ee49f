// Extracts the message of an error, for texts shown to operators.

/** Also accepts thrown values that are not Errors. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
