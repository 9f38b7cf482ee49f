// Returns the id of a layer's feature near a click on the map.
import type { Map as BaseMap, MapMouseEvent } from 'maplibre-gl';

/** Tolerance of a click, in px: about the radius of a fingertip. */
const REACH = 14;

/** Null when no feature is near, and while the layer does not exist. */
export function idNear(
  map: Pick<BaseMap, 'getLayer' | 'queryRenderedFeatures'>,
  { point }: Pick<MapMouseEvent, 'point'>,
  layer: string,
): string | null {
  if (!map.getLayer(layer)) return null;
  const around: [[number, number], [number, number]] = [
    [point.x - REACH, point.y - REACH],
    [point.x + REACH, point.y + REACH],
  ];
  const [found] = map.queryRenderedFeatures(around, { layers: [layer] });
  const id: unknown = found?.properties.id;
  return typeof id === 'string' ? id : null;
}
