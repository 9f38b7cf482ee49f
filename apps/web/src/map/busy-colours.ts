// The shade of busy places on the map and in their legend, by scheme.

export const busyColour = (isDark: boolean): string => (isDark ? '#B39DFF' : '#5B3FD6');

/** Quiet enough to read the streets through: by level, a few riders to many. */
export const busyOpacities = [0.12, 0.2, 0.3] as const;
