// Colours of the lines on the map and in its legend, by colour scheme; each contrasts with the basemap of that scheme.

export interface LineColours {
  /** Colour of the remaining route, or of the roads driven. */
  readonly strong: string;
  /** Colour of a route below a stronger line. */
  readonly faint: string;
  /** Colour of the quoted route of a finished trip, drawn thin and dashed. */
  readonly quoted: string;
  readonly casing: string;
  /** Colour of the trail that the car has driven so far. */
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
