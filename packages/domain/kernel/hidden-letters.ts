// Letters that nobody sees and that rewrite what stands beside them: they have no place in what others read as a name.

/** Control characters, line and paragraph separators, and those that turn the direction of writing. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

export const holdsHiddenLetters = (text: string): boolean => HIDDEN.test(text);
