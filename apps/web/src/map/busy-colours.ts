// Colour and opacities of busy places on the map and in the legend, by colour scheme.

export const busyColour = (isDark: boolean): string => (isDark ? '#B39DFF' : '#5B3FD6');

/** Opacities by level, from few to many riders; low enough that streets stay readable. */
export const busyOpacities = [0.12, 0.2, 0.3] as const;
