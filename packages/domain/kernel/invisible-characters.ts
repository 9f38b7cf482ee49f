// Detects invisible Unicode characters, which can change how nearby text is displayed; names must not contain them.

/** Control characters, line and paragraph separators, and characters that change the writing direction. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;

export const hasInvisibleCharacters = (text: string): boolean => HIDDEN.test(text);
