// Finds the layer of the map below which shaded areas are inserted.
import { useMap } from 'react-map-gl/maplibre';

/** The first of the layers with the lines of routes. */
const FIRST_LINE = 'route-casing';

/**
 * Undefined while the map has no lines: a layer is then inserted on top, and lines that are added later are above it.
 */
export function useLayerBelow(): string | undefined {
  const { current: map } = useMap();
  return map?.getLayer(FIRST_LINE) ? FIRST_LINE : undefined;
}
