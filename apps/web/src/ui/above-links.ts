// Where what sticks to the bottom of a screen stands: above the links at the bottom of an operator's phone.

/** px */
export const PHONE_LINKS_HEIGHT = 60;
export const phoneLinksVariable = '--kerb-phone-links';

/** With `gap` px of room below it. */
export const aboveLinks = (gap = 0) => ({
  xs: `calc(var(${phoneLinksVariable}, 0px) + ${gap}px)`,
  sm: `${gap}px`,
});
