// Props of a report's chart, and its height.

export interface ChartSeries {
  readonly label: string;
  /** One value for each name; null for a missing value. */
  readonly values: readonly (number | null)[];
  /** Whether the series belongs to the previous period, which is drawn in a muted colour. */
  readonly isBefore?: boolean;
}

export interface ReportChartProps {
  readonly title: string;
  /** Category names, in reading order. */
  readonly names: readonly string[];
  /** One to three series. */
  readonly series: readonly ChartSeries[];
  /** Horizontal bars, which leave space for long names. */
  readonly lying?: boolean;
  /** Labels every n-th category, if not all labels fit. */
  readonly labelEvery?: number;
  /** Formats a value; as money in major units by default. */
  readonly write?: (value: number) => string;
  /** Formats a value on the axis; as a compact number by default. */
  readonly writeAxis?: (value: number) => string;
  /** Label of the axis with its unit. */
  readonly unit?: string;
  /** 'lines' for many values in chronological order; 'bars' by default. */
  readonly kind?: 'bars' | 'lines';
  /** Called with the index of a category that was clicked. For keyboard users the table must offer the same action. */
  readonly onPick?: ((place: number) => void) | undefined;
  /** Omits frame and title, for charts inside a card that has its own. */
  readonly bare?: boolean;
}

export const chartHeight = ({ lying = false, names }: Pick<ReportChartProps, 'lying' | 'names'>): number =>
  lying ? 72 + names.length * 40 : 300;
