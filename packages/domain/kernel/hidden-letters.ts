// Invisible Unicode characters, which can change how the text beside them is shown: names must not contain them.

/** Control characters, line and paragraph separators, and those that turn the direction of writing. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

export const holdsHiddenLetters = (text: string): boolean => HIDDEN.test(text);
