// Tests that the assignment has the least cost, uses no row and no column twice, and leaves out pairs that cost more
// than leaving the row unassigned.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assignDense,
  assignSparse,
  type DenseProblem,
  type SparseProblem,
  UNASSIGNED,
} from './assignment.ts';

const { POSITIVE_INFINITY } = Number;

function dense(costs: readonly (readonly number[])[], unassigned: readonly number[]): DenseProblem {
  return {
    rows: costs.length,
    columns: costs[0]?.length ?? 0,
    costs: Float64Array.from(costs.flat()),
    unassigned: Float64Array.from(unassigned),
  };
}

/** Converts the problem to candidate lists; forbidden pairs are left out. */
function sparse({ rows, columns, costs, unassigned }: DenseProblem): SparseProblem {
  const starts = [0];
  const candidates: number[] = [];
  const listed: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const cost = costs[row * columns + column] ?? POSITIVE_INFINITY;
      if (cost === POSITIVE_INFINITY) continue;
      candidates.push(column);
      listed.push(cost);
    }
    starts.push(candidates.length);
  }
  return {
    rows,
    columns,
    starts: Int32Array.from(starts),
    candidates: Int32Array.from(candidates),
    costs: Float64Array.from(listed),
    unassigned,
  };
}

const costOf = ({ columns, costs, unassigned }: DenseProblem, assigned: Int32Array): number =>
  assigned.reduce(
    (sum, column, row) =>
      sum + ((column === UNASSIGNED ? unassigned[row] : costs[row * columns + column]) ?? Number.NaN),
    0,
  );

/** Returns the least cost by trying every assignment. */
function leastCost(problem: DenseProblem, row = 0, used: ReadonlySet<number> = new Set()): number {
  if (row === problem.rows) return 0;
  let least = (problem.unassigned[row] ?? 0) + leastCost(problem, row + 1, used);
  for (let column = 0; column < problem.columns; column += 1) {
    const cost = problem.costs[row * problem.columns + column] ?? POSITIVE_INFINITY;
    if (used.has(column) || cost === POSITIVE_INFINITY) continue;
    least = Math.min(least, cost + leastCost(problem, row + 1, new Set(used).add(column)));
  }
  return least;
}

const problems = fc
  .record({ rows: fc.integer({ min: 0, max: 6 }), columns: fc.integer({ min: 1, max: 6 }) })
  .chain(({ rows, columns }) => {
    const cost = fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: -20, max: 60 }) },
      { weight: 1, arbitrary: fc.constant(POSITIVE_INFINITY) },
    );
    const row = fc.array(cost, { minLength: columns, maxLength: columns });
    return fc.record({
      costs: fc.array(row, { minLength: rows, maxLength: rows }),
      unassigned: fc.array(fc.integer({ min: 0, max: 80 }), { minLength: rows, maxLength: rows }),
    });
  })
  .map(({ costs, unassigned }) => dense(costs, unassigned));

const solvers = [
  { name: 'dense', solve: assignDense },
  { name: 'sparse', solve: (problem: DenseProblem) => assignSparse(sparse(problem)) },
];

describe.each(solvers)('the $name assignment', ({ solve }) => {
  it('finds an assignment of the least cost, up to 6 × 6', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        expect(costOf(problem, solve(problem))).toBe(leastCost(problem));
      }),
      { numRuns: 600 },
    );
  });

  it('assigns no column to two rows, and no forbidden pair', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const assigned = [...solve(problem)];
        const columns = assigned.filter((column) => column !== UNASSIGNED);
        expect(new Set(columns).size).toBe(columns.length);
        assigned.forEach((column, row) => {
          if (column === UNASSIGNED) return;
          expect(problem.costs[row * problem.columns + column]).toBeLessThan(POSITIVE_INFINITY);
        });
      }),
    );
  });

  it('finds the exchange that a greedy algorithm misses', () => {
    const limits = [1000, 1000];
    expect([
      ...solve(
        dense(
          [
            [10, 20],
            [11, 90],
          ],
          limits,
        ),
      ),
    ]).toEqual([1, 0]);
  });

  it('leaves out the row whose omission costs least', () => {
    expect([...solve(dense([[10], [30], [20]], [100, 200, 100]))]).toEqual([UNASSIGNED, 0, UNASSIGNED]);
    expect([...solve(dense([[50]], [40]))]).toEqual([UNASSIGNED]);
  });
});

it('dense and sparse algorithms return equal costs for 80 × 60 random costs', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 4800, maxLength: 4800 }), (costs) => {
      const problem: DenseProblem = {
        rows: 80,
        columns: 60,
        costs: Float64Array.from(costs),
        unassigned: new Float64Array(80).fill(400),
      };
      expect(costOf(problem, assignSparse(sparse(problem)))).toBe(costOf(problem, assignDense(problem)));
    }),
    { numRuns: 5 },
  );
});
