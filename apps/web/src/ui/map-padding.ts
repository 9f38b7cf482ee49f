// What lies over the edges of a map; apart from the sheet, because the landing page has a map and no sheet.

/** What lies over the map at each edge, in px. */
export interface MapPadding {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}
export const noPadding: MapPadding = { top: 0, bottom: 0, left: 0, right: 0 };
