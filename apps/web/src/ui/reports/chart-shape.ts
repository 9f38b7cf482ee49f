// What a chart of a report is given, and how high it stands.

export interface ChartSeries {
  readonly label: string;
  /** Major units, one for each name. */
  readonly values: readonly number[];
}

export interface ReportChartProps {
  readonly title: string;
  /** Names of the bars, in the order they are read. */
  readonly names: readonly string[];
  /** One or two. */
  readonly series: readonly ChartSeries[];
  /** Bars that lie have room for long names. */
  readonly lying?: boolean;
}

export const chartHeight = ({ lying = false, names }: Pick<ReportChartProps, 'lying' | 'names'>): number =>
  lying ? 72 + names.length * 40 : 300;
