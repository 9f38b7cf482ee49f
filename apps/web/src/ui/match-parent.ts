// Aligns a text of the other writing direction as the texts around it.

/** The parent's alignment, whichever direction the text has itself. Chromium accepts the value only with the prefix. */
export const matchParent = {
  textAlign: 'match-parent',
  '&': { textAlign: '-webkit-match-parent' },
} as const;
