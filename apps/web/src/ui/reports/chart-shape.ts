// What a chart of a report is given, and how high it stands.

export interface ChartSeries {
  readonly label: string;
  /** One for each name; null where a value is missing. */
  readonly values: readonly (number | null)[];
}

export interface ReportChartProps {
  readonly title: string;
  /** Names of the bars, in the order they are read. */
  readonly names: readonly string[];
  /** One to three. */
  readonly series: readonly ChartSeries[];
  /** Bars that lie have room for long names. */
  readonly lying?: boolean;
  /** Names every so many bars, where all of them do not fit. */
  readonly labelEvery?: number;
  /** How a value is written; as money in major units when left out. */
  readonly write?: (value: number) => string;
}

export const chartHeight = ({ lying = false, names }: Pick<ReportChartProps, 'lying' | 'names'>): number =>
  lying ? 72 + names.length * 40 : 300;
