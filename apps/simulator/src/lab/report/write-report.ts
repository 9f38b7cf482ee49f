// The report of the lab: one HTML page with figures, plots and a replay, which needs no other file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LatLng } from '@kerb/domain/geo';
import { MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import { figureRows, type LabRun, type PolicyResult, scenarios, waitSecs } from '@kerb/lab';
import type { SkippedRow } from '../demand-file.ts';
import type { LabOptions } from '../lab-options.ts';
import { escapeHtml, jsonForScript } from './escape-html.ts';
import { barPlot, linePlot } from './plots.ts';

export interface ReportInput {
  options: Pick<LabOptions, 'scenario' | 'seed' | 'demand'>;
  runs: readonly LabRun[];
  results: readonly PolicyResult[];
  skipped: readonly SkippedRow[];
}

const MAX_MINUTES = 20;
const MAX_PERIODS = 24;
const MAX_PLACES = 6000;
const UNITS_PER_DEGREE = 100_000;

/** Share of the riders who were picked up within each minute, in percent; the last one holds all that are longer. */
function waitDistribution({ world }: LabRun): number[] {
  const shares = new Array<number>(MAX_MINUTES + 1).fill(0);
  const waits = world.bookings.flatMap((booking) => waitSecs(booking) ?? []);
  for (const wait of waits) {
    const minute = Math.min(MAX_MINUTES, Math.floor(wait / 60));
    shares[minute] = (shares[minute] ?? 0) + 100 / waits.length;
  }
  return shares;
}

/** The demand in at most 24 periods of whole quarters of an hour. */
function periodsOf({ trace }: LabRun): { from: number; lengthMs: number; count: number } {
  const quarter = 15 * MS_PER_MINUTE;
  const span = Math.max(quarter, trace.until - trace.from);
  const lengthMs = Math.ceil(span / MAX_PERIODS / quarter) * quarter;
  return { from: trace.from, lengthMs, count: Math.ceil(span / lengthMs) };
}

/** Mean wait in minutes by the time of the request; a period without a pickup repeats the one before. */
function waitByPeriod(run: LabRun): number[] {
  const { from, lengthMs, count } = periodsOf(run);
  const totals = Array.from({ length: count }, () => ({ sum: 0, riders: 0 }));
  for (const booking of run.world.bookings) {
    const wait = waitSecs(booking);
    const period = totals[Math.floor((booking.request.at - from) / lengthMs)];
    if (wait === null || !period) continue;
    period.sum += wait / 60;
    period.riders += 1;
  }
  let last = 0;
  return totals.map(({ sum, riders }) => {
    if (riders > 0) last = sum / riders;
    return last;
  });
}

function periodLabels(run: LabRun): string[] {
  const { from, lengthMs, count } = periodsOf(run);
  return Array.from({ length: count }, (_, index) => {
    const at = from + index * lengthMs;
    const hour = Math.floor(at / MS_PER_HOUR) % 24;
    const minute = Math.floor((at % MS_PER_HOUR) / MS_PER_MINUTE);
    return `${hour}:${String(minute).padStart(2, '0')}`;
  });
}

const pointOf = ({ lat, lng }: LatLng): [east: number, north: number] => [
  Math.round(lng * UNITS_PER_DEGREE),
  Math.round(lat * UNITS_PER_DEGREE),
];

const secondOf = (at: number): number => Math.round(at / MS_PER_SECOND);
const purposes = ['cruise', 'pickup', 'trip'];

function replayOf({ policy, world, log }: LabRun) {
  const drives = new Map<string, number[][]>(world.cars.map(({ plan }) => [plan.id, []]));
  for (const { at, driver, drive } of log.events) {
    if (!drive || driver === null) continue;
    const ends = pointOf(drive.from).concat(pointOf(drive.to));
    drives
      .get(driver)
      ?.push([secondOf(at), secondOf(drive.until), purposes.indexOf(drive.purpose)].concat(ends));
  }
  const ended = new Map<string, number>();
  for (const { at, kind, booking } of log.events) {
    const ends = kind === 'picked_up' || kind === 'timed_out' || kind.startsWith('cancelled');
    if (ends && booking !== null) ended.set(booking, at);
  }
  return {
    policy,
    cars: world.cars.map((car) => ({
      from: secondOf(car.onDutyFrom),
      until: secondOf(car.onDutyUntil),
      start: pointOf(car.plan.start),
      drives: drives.get(car.plan.id) ?? [],
    })),
    waits: world.bookings.map(({ request }) =>
      [secondOf(request.at), secondOf(ended.get(request.id) ?? request.at)].concat(pointOf(request.pickup)),
    ),
  };
}

function replayData(runs: readonly LabRun[]) {
  const requests = runs[0]?.trace.requests ?? [];
  const places = requests.flatMap(({ pickup, drop }) => [pointOf(pickup), pointOf(drop)]);
  const east = places.map(([x]) => x).sort((a, b) => a - b);
  const north = places.map(([, y]) => y).sort((a, b) => a - b);
  return {
    box: [east[0] ?? 0, north[0] ?? 0, east.at(-1) ?? 0, north.at(-1) ?? 0],
    latitude: (north[north.length >> 1] ?? 0) / UNITS_PER_DEGREE,
    places: places.slice(0, MAX_PLACES),
    runs: runs.map(replayOf),
  };
}

function table(results: readonly PolicyResult[]): string {
  const heads = results.map(({ policy }) => `<th scope="col">${escapeHtml(policy)}</th>`).join('');
  const body = figureRows
    .map(({ label, text }) => {
      const cells = results.map((result) => `<td>${escapeHtml(text(result))}</td>`).join('');
      return `<tr><th scope="row">${escapeHtml(label)}</th>${cells}</tr>`;
    })
    .join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="Figures"><table><thead><tr><th scope="col">Figure</th>${heads}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function plotsOf({ runs, results }: ReportInput): string {
  const [first] = runs;
  if (!first) return '';
  const named = (valuesOf: (run: LabRun) => number[]) =>
    runs.map((run) => ({ name: run.policy, values: valuesOf(run) }));
  const bars = (
    title: string,
    readValue: (result: PolicyResult) => number,
    text: (value: number) => string,
  ) =>
    barPlot({
      title,
      bars: results.map((result) => ({
        name: result.policy,
        value: readValue(result),
        text: text(readValue(result)),
      })),
    });
  const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
  const minutes = Array.from({ length: MAX_MINUTES + 1 }, (_, minute) => String(minute));
  return [
    linePlot({
      title: 'Waiting time from request to pickup',
      across: `minutes; the last point: ${MAX_MINUTES} or more`,
      up: '% of riders',
      labels: minutes,
      series: named(waitDistribution),
    }),
    linePlot({
      title: 'Mean waiting time by time of request',
      across: 'time of day',
      up: 'minutes',
      labels: periodLabels(first),
      series: named(waitByPeriod),
    }),
    bars('Served share of the requests', (result) => result.served_share, percent),
    bars(
      'Cancelled by the rider, of the requests',
      ({ cancelled_waiting, cancelled_pickup, requests }) =>
        (cancelled_waiting + cancelled_pickup) / Math.max(1, requests),
      percent,
    ),
    bars(
      'Waiting time of the slowest 5 % of pickups, at least',
      (result) => result.wait_p95_secs,
      (value) => `${value.toFixed(0)} s`,
    ),
    bars('Idle share of the time on duty', (result) => result.idle_share, percent),
    bars(
      'Inequality of earnings an hour (Gini, 0 is equal)',
      (result) => result.earnings_gini,
      (value) => value.toFixed(3),
    ),
    bars(
      'Mean drive to the pickup',
      (result) => result.pickup_drive_mean_secs,
      (value) => `${value.toFixed(0)} s`,
    ),
  ].join('');
}

function replaySection({ runs }: ReportInput): string {
  const [first] = runs;
  if (!first) return '';
  const choices = runs
    .map(({ policy }) => `<option value="${escapeHtml(policy)}">${escapeHtml(policy)}</option>`)
    .join('');
  const from = secondOf(first.trace.from);
  const until = secondOf(first.trace.until + 30 * MS_PER_MINUTE);
  const start = Math.round(from + (until - from) / 2);
  return `<h2 id="replay-title">Replay</h2>
<p class="quiet">Cars drive in straight lines here. The faint points are the pickups and drop-offs of all requests.</p>
<ul class="legend"><li class="waiting">rider waiting</li><li class="pickup">driving to the pickup</li><li class="trip">on a trip</li><li class="idle">free</li></ul>
<div class="controls">
<button type="button" id="replay-play">Play</button>
<label>Policy <select id="replay-policy">${choices}</select></label>
<label>Speed <select id="replay-speed"><option value="60">1 min/s</option><option value="300" selected>5 min/s</option><option value="1200">20 min/s</option></select></label>
<label class="time">Time <input type="range" id="replay-time" min="${from}" max="${until}" step="1" value="${start}"><output id="replay-clock"></output></label>
</div>
<canvas id="replay" role="img" aria-labelledby="replay-title" aria-describedby="replay-counts"></canvas>
<p id="replay-counts"></p>`;
}

function skippedSection(skipped: readonly SkippedRow[]): string {
  if (skipped.length === 0) return '';
  const items = skipped
    .slice(0, 100)
    .map(({ line, reason }) => `<li>line ${line}: ${escapeHtml(reason)}</li>`);
  return `<h2>Skipped rows</h2><p>${skipped.length} rows of the demand file were not used.</p><ul>${items.join('')}</ul>`;
}

const asset = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

export function writeReport(input: ReportInput): string {
  const { options, runs, results, skipped } = input;
  const about = options.demand ?? `${options.scenario}: ${scenarios[options.scenario].about}`;
  const drivers = runs[0]?.trace.drivers.length ?? 0;
  const legend = runs
    .map(({ policy }) => `<li class="${escapeHtml(policy)}">${escapeHtml(policy)}</li>`)
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dispatch policies: ${escapeHtml(about)}</title>
<style>${asset('page.css')}</style>
</head>
<body>
<header>
<h1>Dispatch policies compared</h1>
<p class="quiet">${escapeHtml(about)}; seed ${escapeHtml(options.seed)}, ${drivers} drivers, ${runs[0]?.trace.requests.length ?? 0} requests</p>
</header>
<main>
<h2>Figures</h2>
${table(results)}
<h2>Plots</h2>
<ul class="legend">${legend}</ul>
<div class="plots">${plotsOf(input)}</div>
${replaySection(input)}
${skippedSection(skipped)}
</main>
<script type="application/json" id="replay-data">${jsonForScript(replayData(runs))}</script>
<script type="module">${asset('replay.mjs')}</script>
</body>
</html>
`;
}
