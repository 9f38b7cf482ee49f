// Runs two policies over the same traces of a scenario and compares waiting times and completed trips.
import {
  createTrace,
  figuresOf,
  type LabFigures,
  type LabPolicy,
  type LabSettings,
  runLab,
  type ScenarioName,
  scenarios,
  type TraceDeps,
} from '@kerb/lab';
import { type RatioInterval, ratioInterval } from './intervals.ts';

export interface Target {
  scenario: ScenarioName;
  /** Largest ratio of the mean waits, and smallest ratio of the completed trips. */
  wait: number;
  completed: number;
}

export const targets: readonly Target[] = [
  { scenario: 'balanced', wait: 0.6, completed: 1.05 },
  { scenario: 'scarce', wait: 0.55, completed: 1.08 },
  { scenario: 'slack', wait: 0.95, completed: 0.999 },
];

export interface Size {
  seeds: number;
  /** Null: from the load of the scenario. */
  requests: number | null;
  /** Distinguishes the traces of the evidence from those used for choosing the terms. */
  traces: string;
}

export interface Comparison {
  wait: RatioInterval;
  completed: RatioInterval;
  ours: LabFigures[];
  limit: LabFigures[];
}

export function runPolicy(
  deps: TraceDeps,
  scenario: ScenarioName,
  size: Size,
  policy: LabPolicy,
  settings: LabSettings,
): LabFigures[] {
  return Array.from({ length: size.seeds }, (_, index) => {
    const trace = createTrace(deps, scenarios[scenario], `${size.traces} ${index + 1}`, size);
    return figuresOf(runLab({ ...deps, trace, policy, settings }));
  });
}

export function compareFigures(ours: LabFigures[], limit: LabFigures[]): Comparison {
  const pairsOf = (figure: (figures: LabFigures) => number) =>
    ours.flatMap((mine, index) => {
      const other = limit[index];
      return other ? [{ ours: figure(mine), limit: figure(other) }] : [];
    });
  return {
    wait: ratioInterval(pairsOf(({ wait_mean_secs }) => wait_mean_secs)),
    completed: ratioInterval(pairsOf(({ completed }) => completed)),
    ours,
    limit,
  };
}

export const meanOf = (figures: readonly LabFigures[], figure: (of: LabFigures) => number): number =>
  figures.reduce((sum, one) => sum + figure(one), 0) / figures.length;
