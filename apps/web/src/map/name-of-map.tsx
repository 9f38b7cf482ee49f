// What a map is called to those who do not see it, also when that changes: the map itself reads its name only once.
import { useEffect } from 'react';
import { useMap } from 'react-map-gl/maplibre';

export function NameOfMap({ text }: { text: string }) {
  const { current } = useMap();
  useEffect(() => {
    current?.getCanvas().setAttribute('aria-label', text);
  }, [current, text]);
  return null;
}
