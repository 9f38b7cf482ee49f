// Styles that align a text of the other writing direction like the texts around it.

/**
 * Uses the parent's alignment, regardless of the text's own direction. Chromium supports the value only with the
 * prefix.
 */
export const matchParent = {
  textAlign: 'match-parent',
  '&': { textAlign: '-webkit-match-parent' },
} as const;
