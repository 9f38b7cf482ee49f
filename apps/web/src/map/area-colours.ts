// Colour and opacities of a city's areas on the map and in the legend, by colour scheme.

export const areaColour = (isDark: boolean): string => (isDark ? '#B39DFF' : '#5B3FD6');

/** Opacities in the order of the values, from the lowest. */
export const areaOpacities = [0.14, 0.3, 0.48, 0.68] as const;
