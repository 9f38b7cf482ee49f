// The colours of lines on the map and in its legend, by scheme: each stands out from the basemap of that scheme.

export interface LineColours {
  /** The remaining route, or the roads driven. */
  readonly strong: string;
  /** A route below a stronger line. */
  readonly faint: string;
  /** The quoted route of a finished trip, thin and dashed. */
  readonly quoted: string;
  readonly casing: string;
  /** Where the car has been so far. */
  readonly way: string;
}

const light: LineColours = {
  strong: '#14171F',
  faint: '#9AA1AE',
  quoted: '#1B57C2',
  casing: '#FFFFFF',
  way: '#1B57C2',
};
const dark: LineColours = {
  strong: '#F4F5F7',
  faint: '#6E7684',
  quoted: '#8AB4FF',
  casing: '#0E1015',
  way: '#8AB4FF',
};

export const lineColours = (isDark: boolean): LineColours => (isDark ? dark : light);
