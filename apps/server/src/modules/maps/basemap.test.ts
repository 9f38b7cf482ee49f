// Tests of the basemap: the contents of tiles at each zoom, the validity of the styles, and the glyphs of labels.
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import Pbf from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverRoot } from '../../kit/package-root.ts';
import { Basemap } from './basemap.ts';
import { basemapFeatures } from './basemap-features.ts';
import { cityFolder, tilesFolder } from './city-folder.ts';
import { cutTiles } from './cut-tiles.ts';
import type { CityShape } from './osm/city-shapes.ts';
import type { LngLat } from './osm/geometry.ts';
import { palettes } from './style/palette.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'kerb-basemap-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const box = { west: -56.21, south: -34.92, east: -56.18, north: -34.89 };
const city = { id: 1, fileHash: 'ab12cd34'.repeat(8), format: 1, name: 'Testville', ...box };
const square = (size: number): LngLat[] => [
  [-56.2, -34.91],
  [-56.2 + size, -34.91],
  [-56.2 + size, -34.91 + size],
  [-56.2, -34.91 + size],
  [-56.2, -34.91],
];
const road = (tags: Record<string, string>, from: LngLat, to: LngLat, refs: number[]): CityShape => ({
  kind: 'line',
  line: [from, to],
  refs,
  tags,
});
const shapes: CityShape[] = [
  { kind: 'area', polygons: [[square(0.01)]], tags: { leisure: 'park', name: 'Big Park' } },
  { kind: 'area', polygons: [[square(0.0002)]], tags: { building: 'yes' } },
  road({ highway: 'primary', name: 'Main Street' }, [-56.2, -34.9], [-56.195, -34.9], [1, 2]),
  road({ highway: 'primary', name: 'Main Street' }, [-56.195, -34.9], [-56.19, -34.9], [2, 3]),
  road({ highway: 'residential', name: 'Side Street' }, [-56.195, -34.9], [-56.195, -34.905], [2, 4]),
  { kind: 'point', at: [-56.195, -34.901], tags: { place: 'suburb', name: 'Centro' } },
];
const basemap = new Basemap({
  dataDir,
  glyphsFolder: join(serverRoot(), 'assets', 'glyphs'),
  city: () => city,
});

beforeAll(async () => {
  await cutTiles(basemapFeatures(shapes, box), box, tilesFolder(cityFolder(dataDir, city)));
});

/** The names of the layers in a tile, each with its number of features. */
function layersOf(tile: Buffer | undefined): Record<string, number> {
  const layers: Record<string, number> = {};
  if (!tile) return layers;
  new Pbf(gunzipSync(tile)).readFields((tag, all, pbf) => {
    if (tag !== 3) return;
    const layer = { name: '', features: 0 };
    pbf.readMessage((field, into, inner) => {
      if (field === 1) into.name = inner.readString();
      if (field === 2) into.features += 1;
    }, layer);
    all[layer.name] = layer.features;
  }, layers);
  return layers;
}

function tileAt(lng: number, lat: number, z: number): [number, number, number] {
  const phi = (lat * Math.PI) / 180;
  const y = ((1 - Math.asinh(Math.tan(phi)) / Math.PI) / 2) * 2 ** z;
  return [z, Math.floor(((lng + 180) / 360) * 2 ** z), Math.floor(y)];
}

describe('tiles', () => {
  it('contain all features at high zoom, and only major ones at low zoom', async () => {
    const close = layersOf(await basemap.tile(...tileAt(-56.195, -34.9005, 14)));
    expect(close).toMatchObject({ road: 2, green: 1, place: 1 });
    const far = layersOf(await basemap.tile(...tileAt(-56.195, -34.9005, 9)));
    expect(far).toEqual({ road: 1, green: 1 });
  });

  it('are absent outside the map and for invalid coordinates', async () => {
    expect(await basemap.tile(...tileAt(10, 50, 14))).toBeUndefined();
    expect(await basemap.tile(3, 9, 1)).toBeUndefined();
    expect(await basemap.tile(15, 0, 0)).toBeUndefined();
  });
});

describe('the style', () => {
  it.each(['light', 'dark'] as const)('is a valid MapLibre style in %s', (theme) => {
    const style = basemap.style(theme, 'https://kerb.example');
    const problems = validateStyleMin(JSON.parse(JSON.stringify(style)));
    expect(problems.map(({ message }) => message)).toEqual([]);
    expect(style.sources.city.attribution).toContain('© OpenStreetMap contributors');
    expect(style.layers[0]?.paint?.['background-color']).toBe(palettes[theme].land);
  });

  it('uses only fonts and glyph ranges that are shipped', async () => {
    const { layers, glyphs } = basemap.style('light', 'https://kerb.example');
    expect(glyphs).toBe('https://kerb.example/api/v1/maps/glyphs/{fontstack}/{range}.pbf');
    const fonts = layers.flatMap((layer) => layer.layout?.['text-font'] ?? []).map(String);
    expect(new Set(fonts)).toEqual(new Set(['Inter Medium', 'Inter SemiBold']));
    for (const font of new Set(fonts)) {
      expect(glyphCount(await basemap.glyphs(font, '0-255'))).toBeGreaterThan(150);
      expect(glyphCount(await basemap.glyphs(font, '65024-65279'))).toBe(0);
    }
  });

  it('serves no glyphs from outside its folder', async () => {
    expect(await basemap.glyphs('../../../package', '0-255')).toHaveLength(0);
  });
});

describe('the glyphs', () => {
  const glyphsFolder = join(dataDir, 'glyphs');
  const file = join(glyphsFolder, 'Inter Medium', '0-255.pbf');
  const own = () => new Basemap({ dataDir, glyphsFolder, city: () => city });

  it('are read again after an error', async () => {
    const served = own();
    mkdirSync(file, { recursive: true });
    await expect(served.glyphs('Inter Medium', '0-255')).rejects.toThrow('EISDIR');
    rmdirSync(file);
    writeFileSync(file, 'glyphs');
    expect(String(await served.glyphs('Inter Medium', '0-255'))).toBe('glyphs');
  });

  it('stay in memory, however many unknown fonts were requested before', async () => {
    const served = own();
    for (let nth = 0; nth < 700; nth += 1)
      expect(await served.glyphs('Unknown', `${nth}-${nth}`)).toHaveLength(0);
    expect(String(await served.glyphs('Inter Medium', '0-255'))).toBe('glyphs');
    rmSync(file);
    expect(String(await served.glyphs('Inter Medium', '0-255'))).toBe('glyphs');
  });
});

function glyphCount(bytes: Buffer): number {
  const counted = { glyphs: 0 };
  new Pbf(bytes).readFields((tag, _, pbf) => {
    if (tag !== 1) return;
    pbf.readMessage((field, into) => {
      if (field === 3) into.glyphs += 1;
    }, counted);
  }, counted);
  return counted.glyphs;
}
