// Entry point of the lab: demand, simulation of dispatch on a virtual clock, and its figures.

export { type BehaviourTerms, defaultBehaviour } from './behaviour.ts';
export { createLabCity, type LabCity } from './city.ts';
export {
  BOARDING_SECS,
  createTrace,
  type LabDriver,
  type LabRequest,
  type Trace,
  type TraceDeps,
  traceOf,
} from './demand.ts';
export {
  figureRows,
  figuresOf,
  type LabFigures,
  mean,
  type PolicyResult,
  percentileOf,
  waitSecs,
} from './figures.ts';
export type { DutyHour, FleetSize } from './fleet-of-day.ts';
export { hotspotsOf } from './hotspots.ts';
export { type LabPolicy, type LabRun, type LabSettings, labPolicies } from './lab-run.ts';
export { createRandom, type Random } from './random.ts';
export { type DayReplay, REPLAY_SEEDS, type ReplayTerms, replayDay } from './replay-day.ts';
export { runLab } from './run-lab.ts';
export { DAY_REQUESTS, type Scenario, type ScenarioName, scenarioNames, scenarios } from './scenarios.ts';
export { createTraffic, hourFactor, type Traffic } from './traffic.ts';
export { createTravelTimes, type TravelTimes } from './travel-times.ts';
