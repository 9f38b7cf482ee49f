// Exports the operator's figures as CSV: a line for the whole period, each group, and each cancel reason.
import type { FigureGroup, FigureSet, Figures } from '@kerb/contract';
import type { Actor } from '../../kit/index.ts';
import type { FiguresQuery } from './view-figures.ts';
import { type CsvCell, writeCsv } from './write-csv.ts';

const measures = [
  'waiting_bookings',
  'waiting_median_secs',
  'waiting_p90_secs',
  'ended_bookings',
  'completed_bookings',
  'completion',
  'offers',
  'offers_accepted',
  'acceptance',
  'duty_secs',
  'busy_secs',
  'utilisation',
  'timed_bookings',
  'time_median_ratio',
  'time_p90_error',
  'priced_bookings',
  'fare_median_ratio',
  'fare_p90_error',
] as const;

const columns = [
  'from',
  'to',
  'group',
  'value',
  ...measures,
  ...measures.map((name) => `${name}_before`),
  'cancelled',
  'cancelled_before',
];

/** A figure without enough data is an empty cell. */
const cell = (value: number | null): CsvCell => (value === null ? '' : Math.round(value * 10_000) / 10_000);

const cellsOf = ({ waiting, completion, acceptance, utilisation, time, fare }: FigureSet): CsvCell[] =>
  [
    waiting.bookings,
    waiting.median_secs,
    waiting.p90_secs,
    completion.bookings,
    completion.completed,
    completion.share,
    acceptance.offers,
    acceptance.accepted,
    acceptance.share,
    utilisation?.duty_secs ?? null,
    utilisation?.busy_secs ?? null,
    utilisation?.share ?? null,
    time.bookings,
    time.median_ratio,
    time.p90_error,
    fare.bookings,
    fare.median_ratio,
    fare.p90_error,
  ].map(cell);

function groupCells({ hour, day, area }: FigureGroup): CsvCell[] {
  if (hour !== null) return ['hour', hour];
  if (day !== null) return ['day', day];
  return ['area', area?.name ?? area?.cells.join(' ') ?? ''];
}

const noMeasures: CsvCell[] = Array<CsvCell>(measures.length * 2).fill('');

export function createExportFigures(view: (actor: Actor, query: FiguresQuery) => Promise<Figures>) {
  return async function exportFigures(actor: Actor, query: FiguresQuery): Promise<string> {
    const { from, to, total, groups, reasons } = await view(actor, query);
    const period = [from, to];
    return writeCsv(
      columns,
      [
        [...period, 'total', '', ...cellsOf(total.now), ...cellsOf(total.before), '', ''],
        ...groups.map((group) => [
          ...period,
          ...groupCells(group),
          ...cellsOf(group.now),
          ...cellsOf(group.before),
          '',
          '',
        ]),
        ...reasons.map(({ reason, now, before }) => [
          ...period,
          'reason',
          reason,
          ...noMeasures,
          now,
          before,
        ]),
      ],
      0,
    );
  };
}
