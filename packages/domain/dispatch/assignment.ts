// Minimum-cost assignment of rows (requests) to columns (drivers), by shortest augmenting paths with dual prices.

/** Marks a row without a column. */
export const UNASSIGNED = -1;

/** A problem with a full cost matrix, for small problems. */
export interface DenseProblem {
  rows: number;
  columns: number;
  /** Costs row by row, `rows × columns` numbers; Infinity forbids the pair. */
  costs: Float64Array;
  /** Cost of leaving each row without a column; a pair that costs more is never chosen. */
  unassigned: Float64Array;
}

/**
 * A problem with a candidate list for each row, for large problems: row r has the entries from starts[r] to starts[r +
 * 1].
 */
export interface SparseProblem {
  rows: number;
  columns: number;
  /** `rows + 1` offsets into `candidates` and `costs`. */
  starts: Int32Array;
  candidates: Int32Array;
  costs: Float64Array;
  unassigned: Float64Array;
}

/** Current dual prices and matches; every augmentation updates them. */
interface Solution {
  columnOfRow: Int32Array;
  rowOfColumn: Int32Array;
  /** 0 for a free column, at most 0 for a matched one. */
  priceOfColumn: Float64Array;
  /** Price of a matched row: the cost of its pair minus the price of the column. */
  priceOfRow: Float64Array;
}

/** Shortest paths from one row: the distance of each column, and the row over which it was reached. */
interface Paths {
  distance: Float64Array;
  reachedFrom: Int32Array;
  settled: Uint8Array;
  /** Settled columns in the order in which they were settled. */
  order: Int32Array;
}

function emptySolution(rows: number, columns: number): Solution {
  return {
    columnOfRow: new Int32Array(rows).fill(UNASSIGNED),
    rowOfColumn: new Int32Array(columns).fill(UNASSIGNED),
    priceOfColumn: new Float64Array(columns),
    priceOfRow: new Float64Array(rows),
  };
}

function emptyPaths(columns: number): Paths {
  return {
    distance: new Float64Array(columns).fill(Number.POSITIVE_INFINITY),
    reachedFrom: new Int32Array(columns).fill(UNASSIGNED),
    settled: new Uint8Array(columns),
    order: new Int32Array(columns),
  };
}

/** End of a search: a free column, or the row that is cheapest to leave without a column. */
interface PathEnd {
  column: number;
  row: number;
  distance: number;
  settled: number;
}

/** Assigns the columns along the path to the rows before them, and lowers the prices of the settled columns. */
function augment(solution: Solution, paths: Paths, start: number, end: PathEnd): void {
  const { columnOfRow, rowOfColumn, priceOfColumn, priceOfRow } = solution;
  for (let index = 0; index < end.settled; index += 1) {
    const column = paths.order[index] ?? 0;
    const change = end.distance - (paths.distance[column] ?? 0);
    priceOfColumn[column] = (priceOfColumn[column] ?? 0) - change;
    const row = rowOfColumn[column] ?? 0;
    priceOfRow[row] = (priceOfRow[row] ?? 0) + change;
  }
  priceOfRow[start] = end.distance;
  let column = end.column;
  if (column === UNASSIGNED) {
    column = columnOfRow[end.row] ?? 0;
    columnOfRow[end.row] = UNASSIGNED;
  }
  while (column !== UNASSIGNED) {
    const row = paths.reachedFrom[column] ?? 0;
    const before = columnOfRow[row] ?? 0;
    rowOfColumn[column] = row;
    columnOfRow[row] = column;
    column = before;
  }
}

function findDensePath(problem: DenseProblem, solution: Solution, paths: Paths, start: number): PathEnd {
  const { columns, costs, unassigned } = problem;
  const { rowOfColumn, priceOfColumn, priceOfRow } = solution;
  const { distance, reachedFrom, settled, order } = paths;
  distance.fill(Number.POSITIVE_INFINITY);
  settled.fill(0);
  const end: PathEnd = { column: UNASSIGNED, row: start, distance: unassigned[start] ?? 0, settled: 0 };
  let row = start;
  let atRow = 0;
  let rowPrice = 0;
  for (;;) {
    const base = row * columns;
    const offset = atRow - rowPrice;
    let nearest = UNASSIGNED;
    let nearestDistance = end.distance;
    for (let column = 0; column < columns; column += 1) {
      if (settled[column] === 1) continue;
      const reached = offset + (costs[base + column] ?? 0) - (priceOfColumn[column] ?? 0);
      let known = distance[column] ?? 0;
      if (reached < known) {
        known = reached;
        distance[column] = reached;
        reachedFrom[column] = row;
      }
      if (known < nearestDistance) {
        nearestDistance = known;
        nearest = column;
      }
    }
    if (nearest === UNASSIGNED) return end;
    const column = nearest;
    atRow = nearestDistance;
    row = rowOfColumn[column] ?? 0;
    if (row === UNASSIGNED) return { ...end, column, distance: atRow };
    settled[column] = 1;
    order[end.settled] = column;
    end.settled += 1;
    rowPrice = priceOfRow[row] ?? 0;
    const without = atRow + (unassigned[row] ?? 0) - rowPrice;
    if (without < end.distance) {
      end.row = row;
      end.distance = without;
    }
  }
}

/**
 * Returns the column of every row, UNASSIGNED for none. The result is optimal; the worst-case time is proportional to
 * rows² × columns.
 */
export function assignDense(problem: DenseProblem): Int32Array {
  const solution = emptySolution(problem.rows, problem.columns);
  const paths = emptyPaths(problem.columns);
  for (let row = 0; row < problem.rows; row += 1) {
    augment(solution, paths, row, findDensePath(problem, solution, paths, row));
  }
  return solution.columnOfRow;
}

/** Binary heap of columns by distance. A column may be in it several times; only its nearest entry is used. */
class ColumnHeap {
  #columns: number[] = [];
  #distances: number[] = [];

  clear(): void {
    this.#columns.length = 0;
    this.#distances.length = 0;
  }

  push(column: number, distance: number): void {
    let at = this.#columns.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#distances[parent] ?? 0) <= distance) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#columns[at] = column;
    this.#distances[at] = distance;
  }

  /** Removes and returns the nearest column; UNASSIGNED when the heap is empty. */
  pop(): number {
    const top = this.#columns[0];
    const column = this.#columns.pop();
    const distance = this.#distances.pop();
    if (top === undefined || column === undefined || distance === undefined) return UNASSIGNED;
    if (this.#columns.length > 0) this.#sink(column, distance);
    return top;
  }

  #sink(column: number, distance: number): void {
    const size = this.#columns.length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      const right = child + 1;
      if (right < size && (this.#distances[right] ?? 0) < (this.#distances[child] ?? 0)) child = right;
      if ((this.#distances[child] ?? 0) >= distance) break;
      this.#move(child, at);
      at = child;
    }
    this.#columns[at] = column;
    this.#distances[at] = distance;
  }

  #move(from: number, to: number): void {
    this.#columns[to] = this.#columns[from] ?? 0;
    this.#distances[to] = this.#distances[from] ?? 0;
  }
}

function findSparsePath(
  problem: SparseProblem,
  solution: Solution,
  paths: Paths,
  heap: ColumnHeap,
  start: number,
): PathEnd {
  const { starts, candidates, costs, unassigned } = problem;
  const { rowOfColumn, priceOfColumn, priceOfRow } = solution;
  const { distance, reachedFrom, settled, order } = paths;
  distance.fill(Number.POSITIVE_INFINITY);
  settled.fill(0);
  heap.clear();
  const end: PathEnd = { column: UNASSIGNED, row: start, distance: unassigned[start] ?? 0, settled: 0 };
  let row = start;
  let atRow = 0;
  let rowPrice = 0;
  for (;;) {
    const last = starts[row + 1] ?? 0;
    for (let entry = starts[row] ?? 0; entry < last; entry += 1) {
      const column = candidates[entry] ?? 0;
      if (settled[column] === 1) continue;
      const reached = atRow - rowPrice + (costs[entry] ?? 0) - (priceOfColumn[column] ?? 0);
      if (reached < (distance[column] ?? 0)) {
        distance[column] = reached;
        reachedFrom[column] = row;
        heap.push(column, reached);
      }
    }
    let column = heap.pop();
    while (column !== UNASSIGNED && settled[column] === 1) column = heap.pop();
    if (column === UNASSIGNED || (distance[column] ?? 0) >= end.distance) return end;
    atRow = distance[column] ?? 0;
    row = rowOfColumn[column] ?? 0;
    if (row === UNASSIGNED) return { ...end, column, distance: atRow };
    settled[column] = 1;
    order[end.settled] = column;
    end.settled += 1;
    rowPrice = priceOfRow[row] ?? 0;
    const without = atRow + (unassigned[row] ?? 0) - rowPrice;
    if (without < end.distance) {
      end.row = row;
      end.distance = without;
    }
  }
}

/** Like `assignDense`, but considers only the candidates of each row; optimal among those pairs. */
export function assignSparse(problem: SparseProblem): Int32Array {
  const solution = emptySolution(problem.rows, problem.columns);
  const paths = emptyPaths(problem.columns);
  const heap = new ColumnHeap();
  for (let row = 0; row < problem.rows; row += 1) {
    augment(solution, paths, row, findSparsePath(problem, solution, paths, heap, row));
  }
  return solution.columnOfRow;
}
