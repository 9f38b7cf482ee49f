// Styles of elements that float over a map, with enough contrast to the streets in both colour schemes.

/** On a dark map a shadow is invisible; the lighter surface provides the contrast there. */
export const overMap = {
  bgcolor: 'background.raised',
  color: 'text.primary',
  boxShadow: '0 2px 12px rgb(0 0 0 / 0.18)',
} as const;

/** For a card or sheet with the page's own background: an outline instead of a shadow on a dark map. */
export const darkModeOutline = {
  '[data-theme="dark"] &': { boxShadow: '0 0 0 1px var(--mui-palette-divider)' },
} as const;

/** For a round button, sized as a touch target. */
export const roundOverMap = {
  ...overMap,
  width: 48,
  height: 48,
  '&:hover': { bgcolor: 'background.subtle' },
} as const;
