// What a chart of a report is given, and how high it stands.

export interface ChartSeries {
  readonly label: string;
  /** One for each name; null where a value is missing. */
  readonly values: readonly (number | null)[];
  /** Of the period before: drawn quietly beside the one that is looked at. */
  readonly isBefore?: boolean;
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
  /** How a value is written on the axis; as a short number when left out. */
  readonly writeAxis?: (value: number) => string;
  /** The unit of the axis, in a word. */
  readonly unit?: string;
  /** Lines for many values in the order of time; bars when left out. */
  readonly kind?: 'bars' | 'lines';
  /** A click on the values of a name, by its place. The same must be reached from the table. */
  readonly onPick?: ((place: number) => void) | undefined;
  /** Without a frame and a title, inside a card that has its own. */
  readonly bare?: boolean;
}

export const chartHeight = ({ lying = false, names }: Pick<ReportChartProps, 'lying' | 'names'>): number =>
  lying ? 72 + names.length * 40 : 300;
