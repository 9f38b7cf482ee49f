// Type of the padding of a map; separate from the sheet, because the landing page has a map but no sheet.

/** Width of what covers the map at each edge, in px. */
export interface MapPadding {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}
export const noPadding: MapPadding = { top: 0, bottom: 0, left: 0, right: 0 };
