// The shades of a city's parts on the map and in their legend, by scheme.

export const areaColour = (isDark: boolean): string => (isDark ? '#B39DFF' : '#5B3FD6');

/** From the lowest values to the highest. */
export const areaOpacities = [0.14, 0.3, 0.48, 0.68] as const;
