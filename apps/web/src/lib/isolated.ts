// Keeps names and addresses in one piece inside sentences of the other writing direction.

/** The text with Unicode isolates around it: first strong isolate and pop directional isolate. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;
