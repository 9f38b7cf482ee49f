// Serves the basemap of the city in use: vector tiles cut at import, the style in two themes, and the glyphs of labels.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { City } from './city.repository.ts';
import { cityFolder, tilesFolder } from './city-folder.ts';
import { MAX_TILE_ZOOM, tileFile } from './cut-tiles.ts';
import { buildStyle, type MapTheme } from './style/build-style.ts';

const CACHED_TILE_BYTES = 16_000_000;

export interface BasemapOptions {
  readonly dataDir: string;
  /** Folder with one folder for each font stack, each with files like 0-255.pbf. */
  readonly glyphsFolder: string;
  readonly city: () => City;
}

export class Basemap {
  readonly #options: BasemapOptions;
  readonly #tiles = new LRUCache<string, Buffer>({
    maxSize: CACHED_TILE_BYTES,
    sizeCalculation: (tile) => tile.length + 100,
  });
  /** By file; contains only files that exist, so the shipped fonts limit its size. */
  readonly #glyphs = new Map<string, Buffer>();

  constructor(options: BasemapOptions) {
    this.#options = options;
  }

  /** The gzipped vector tile, or undefined when the tile is empty. */
  async tile(z: number, x: number, y: number): Promise<Buffer | undefined> {
    if (z > MAX_TILE_ZOOM || x >= 2 ** z || y >= 2 ** z) return undefined;
    const folder = tilesFolder(cityFolder(this.#options.dataDir, this.#options.city()));
    const file = tileFile(folder, z, x, y);
    const known = this.#tiles.get(file);
    if (known) return known;
    const tile = await readFile(file).catch(missing);
    if (tile) this.#tiles.set(file, tile);
    return tile;
  }

  /** `origin` like https://kerb.example, because MapLibre requires absolute addresses. */
  style(theme: MapTheme, origin: string): ReturnType<typeof buildStyle> {
    const city = this.#options.city();
    return buildStyle({ theme, origin, city, maxTileZoom: MAX_TILE_ZOOM });
  }

  /**
   * A range of glyphs; an empty buffer for a range that the fonts do not have, so that MapLibre still renders the other
   * labels.
   */
  async glyphs(fontstack: string, range: string): Promise<Buffer> {
    const font = fontstack.split(',')[0] ?? '';
    const isPlain = /^[A-Za-z ]{1,60}$/.test(font) && /^\d{1,5}-\d{1,5}$/.test(range);
    if (!isPlain) return Buffer.alloc(0);
    const file = join(this.#options.glyphsFolder, font, `${range}.pbf`);
    const known = this.#glyphs.get(file);
    if (known) return known;
    const glyphs = await readFile(file).catch(missing);
    if (!glyphs) return Buffer.alloc(0);
    this.#glyphs.set(file, glyphs);
    return glyphs;
  }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
