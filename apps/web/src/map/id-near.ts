// What lies under a click on the map: the id of a feature of one layer.
import type { Map as BaseMap, MapMouseEvent } from 'maplibre-gl';

/** As far from a mark as a fingertip covers, in px. */
const REACH = 14;

/** Null without one, and while the layer is not drawn. */
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
