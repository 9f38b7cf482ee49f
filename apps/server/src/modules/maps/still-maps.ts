// Cache of the still pictures of the city in use; each is drawn once.
import type { LatLng } from '@kerb/domain/geo';
import { LRUCache } from 'lru-cache';
import type { TileBox } from './cut-tiles.ts';
import { drawStillMap, type StillSize } from './draw-still-map.ts';
import type { MapFeature } from './features-in-box.ts';
import type { MapTheme } from './style/palette.ts';

/** Three sizes in two themes, for the city in use and the previous one. */
const MAX_PICTURES = 12;

export interface StillMaps {
  /** Returns the picture as SVG; throws `unavailable` before the first import. */
  picture(theme: MapTheme, size: StillSize): Promise<Buffer>;
}

interface StillMapsDeps {
  readonly city: () => { readonly id: number; readonly center: LatLng };
  readonly featuresIn: (box: TileBox) => Promise<readonly MapFeature[]>;
}

export function createStillMaps({ city, featuresIn }: StillMapsDeps): StillMaps {
  const pictures = new LRUCache<string, Promise<Buffer>>({ max: MAX_PICTURES });
  return {
    picture(theme, size) {
      const { id, center } = city();
      const key = `${id} ${theme} ${size}`;
      const known = pictures.get(key);
      if (known) return known;
      const drawing = drawStillMap({ centre: center, theme, size }, featuresIn).then(Buffer.from);
      pictures.set(key, drawing);
      // A failed drawing is not cached, so the next request tries again.
      drawing.catch(() => pictures.delete(key));
      return drawing;
    },
  };
}
