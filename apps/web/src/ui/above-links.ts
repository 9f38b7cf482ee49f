// Where what sticks to the bottom of a screen stands: above the links at the bottom of an operator's phone.

/** px */
export const PHONE_LINKS_HEIGHT = 60;
export const phoneLinksVariable = '--kerb-phone-links';

export const aboveLinks = { xs: `var(${phoneLinksVariable}, 0px)`, sm: 0 } as const;
