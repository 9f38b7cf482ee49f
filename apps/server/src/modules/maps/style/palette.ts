// Colours of the basemap: muted, so that cars, the route and the pins stand out.

export type MapTheme = 'light' | 'dark';

export interface Palette {
  readonly land: string;
  readonly water: string;
  readonly waterLabel: string;
  readonly park: string;
  readonly grass: string;
  readonly wood: string;
  readonly sand: string;
  readonly pitch: string;
  readonly cemetery: string;
  readonly institution: string;
  readonly industrial: string;
  readonly commercial: string;
  readonly aerodrome: string;
  readonly runway: string;
  readonly building: string;
  readonly buildingEdge: string;
  readonly road: string;
  readonly roadEdge: string;
  readonly main: string;
  readonly mainEdge: string;
  readonly path: string;
  readonly rail: string;
  readonly roadLabel: string;
  readonly placeLabel: string;
  readonly suburbLabel: string;
  readonly poiLabel: string;
  readonly parkLabel: string;
  readonly halo: string;
}

export const palettes: Readonly<Record<MapTheme, Palette>> = {
  light: {
    land: '#f1f0ec',
    water: '#c9dfea',
    waterLabel: '#5f8ba3',
    park: '#d9e9cd',
    grass: '#e3edd8',
    wood: '#cfe2c2',
    sand: '#f3ead0',
    pitch: '#cfe3c4',
    cemetery: '#dbe6d3',
    institution: '#efece4',
    industrial: '#edecea',
    commercial: '#f3eeea',
    aerodrome: '#e9ebee',
    runway: '#d8dce2',
    building: '#e7e4dd',
    buildingEdge: '#dcd8cf',
    road: '#ffffff',
    roadEdge: '#d9d6ce',
    main: '#fff3cd',
    mainEdge: '#e6d6a6',
    path: '#d9d2c4',
    rail: '#c7c9cf',
    roadLabel: '#5b606b',
    placeLabel: '#14171f',
    suburbLabel: '#5a6070',
    poiLabel: '#6b6f7a',
    parkLabel: '#557a48',
    halo: '#fbfaf8',
  },
  dark: {
    land: '#171a22',
    water: '#0d1c2b',
    waterLabel: '#5d86a3',
    park: '#18261f',
    grass: '#19231f',
    wood: '#172a20',
    sand: '#2a2820',
    pitch: '#1b2d23',
    cemetery: '#1a2420',
    institution: '#1c1f29',
    industrial: '#1a1d26',
    commercial: '#1e1f29',
    aerodrome: '#1b1f29',
    runway: '#2a2f3b',
    building: '#1f232d',
    buildingEdge: '#272c37',
    road: '#2b303c',
    roadEdge: '#12151c',
    main: '#3b4150',
    mainEdge: '#12151c',
    path: '#2a2e38',
    rail: '#333947',
    roadLabel: '#9aa2b3',
    placeLabel: '#f1f3f7',
    suburbLabel: '#8f98aa',
    poiLabel: '#848da0',
    parkLabel: '#7aa287',
    halo: '#14171f',
  },
};
