// Sizes of the sheet over a map; separate from the sheet, because the outline of a trip's screen is loaded before it.

/** Width of the side panel and its distance from the window's edges, in px. */
export const panelWidth = 416;
export const panelInset = 16;
/** Maximum height of the bottom sheet until it is moved. */
export const restHeight = 'min(60dvh, 560px)';
