// The still pictures of the city in use, each drawn once and cached.
import type { LatLng } from '@kerb/domain/geo';
import { LRUCache } from 'lru-cache';
import type { TileBox } from './cut-tiles.ts';
import { drawStillMap, type StillSize } from './draw-still-map.ts';
import type { MapFeature } from './features-in-box.ts';
import type { MapTheme } from './style/palette.ts';

/** Two sizes in two themes, of the city in use and of the one before it. */
const MOST_PICTURES = 8;

export interface StillMaps {
  /** SVG; throws `unavailable` before the first import. */
  picture(theme: MapTheme, size: StillSize): Promise<Buffer>;
}

interface StillMapsDeps {
  readonly city: () => { readonly id: number; readonly center: LatLng };
  readonly featuresIn: (box: TileBox) => Promise<readonly MapFeature[]>;
}

export function createStillMaps({ city, featuresIn }: StillMapsDeps): StillMaps {
  const pictures = new LRUCache<string, Promise<Buffer>>({ max: MOST_PICTURES });
  return {
    picture(theme, size) {
      const { id, center } = city();
      const key = `${id} ${theme} ${size}`;
      const known = pictures.get(key);
      if (known) return known;
      const drawing = drawStillMap({ centre: center, theme, size }, featuresIn).then(Buffer.from);
      pictures.set(key, drawing);
      // Drawn again with the next request.
      drawing.catch(() => pictures.delete(key));
      return drawing;
    },
  };
}
