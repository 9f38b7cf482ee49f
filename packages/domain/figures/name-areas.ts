// Groups cells of about 1 km that lie in the same quarter of the city into the areas of the figures.

/** Maximum number of cells in the filter of a list of bookings; an area with more cells is split. */
export const MAX_AREA_CELLS = 40;

export interface NamedArea {
  /** Name of the quarter; null when unknown. */
  name: string | null;
  /** Names of cells as returned by `cellOf`, at most MAX_AREA_CELLS. */
  cells: string[];
}

/** Returns one area per name, in the order of the cells; `quarters` contains the name of each cell that has one. */
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
