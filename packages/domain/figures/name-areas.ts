// The areas of the figures: cells of about 1 km that lie in the same quarter of the city.

/** What one address of a list of bookings names: an area of more cells is divided. */
export const MAX_AREA_CELLS = 40;

export interface NamedArea {
  /** Null where no quarter is known. */
  name: string | null;
  /** As `cellOf` names them, at most MAX_AREA_CELLS. */
  cells: string[];
}

/** One area a name, in the order of the cells; `quarters` has the name of each cell that has one. */
export function nameAreas(
  cells: readonly string[],
  quarters: ReadonlyMap<string, string | null>,
): NamedArea[] {
  const open = new Map<string | null, NamedArea>();
  const areas: NamedArea[] = [];
  for (const cell of cells) {
    const name = quarters.get(cell) ?? null;
    let area = open.get(name);
    if (area === undefined || area.cells.length >= MAX_AREA_CELLS) {
      area = { name, cells: [] };
      open.set(name, area);
      areas.push(area);
    }
    area.cells.push(cell);
  }
  return areas;
}
