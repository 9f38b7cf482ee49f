// The look of what floats over a map: a surface that stands out from the streets below it, in the dark too.

/** A shadow is not seen on a dark map: there it is the surface that is lighter. */
export const overMap = {
  bgcolor: 'background.raised',
  color: 'text.primary',
  boxShadow: '0 2px 12px rgb(0 0 0 / 0.18)',
} as const;

/** Of a card or sheet that keeps the page's own surface: on a dark map it has an edge instead of a shadow. */
export const edgeInTheDark = {
  '[data-theme="dark"] &': { boxShadow: '0 0 0 1px var(--mui-palette-divider)' },
} as const;

/** Of a round button, as large as a thumb. */
export const roundOverMap = {
  ...overMap,
  width: 48,
  height: 48,
  '&:hover': { bgcolor: 'background.subtle' },
} as const;
