// Map layers for lines: route, remaining route and trail of a trip in progress; roads driven and quoted route of a
// finished trip.
import { useMemo } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { lineFeatures, pointsOf } from './features.ts';
import { type LineColours, lineColours } from './line-colours.ts';

const round = { 'line-cap': 'round', 'line-join': 'round' } as const;

interface MapLinesProps {
  route: string | null | undefined;
  ahead: string | null | undefined;
  trail: string | null | undefined;
  driven: string | null | undefined;
  dark: boolean;
}

export function MapLines({ route, ahead, trail, driven, dark }: MapLinesProps) {
  const roads = useMemo(() => lineFeatures(pointsOf(driven)), [driven]);
  const colours = lineColours(dark);
  if (roads.features.length > 0) return <FinishedLines route={route} roads={roads} colours={colours} />;
  return <CurrentLines route={route} ahead={ahead} trail={trail} colours={colours} />;
}

interface FinishedLinesProps {
  route: string | null | undefined;
  roads: ReturnType<typeof lineFeatures>;
  colours: LineColours;
}

/** The driven line covers the quoted one, so that only differences from the quote are visible as dashes. */
function FinishedLines({ route, roads, colours }: FinishedLinesProps) {
  const quoted = useMemo(() => lineFeatures(pointsOf(route)), [route]);
  return (
    <>
      <Source id="quoted" type="geojson" data={quoted}>
        <Layer
          id="quoted-line"
          type="line"
          layout={round}
          paint={{ 'line-color': colours.quoted, 'line-width': 3, 'line-dasharray': [1.5, 2] }}
        />
      </Source>
      <Source id="driven" type="geojson" data={roads}>
        <Layer
          id="driven-casing"
          type="line"
          layout={round}
          paint={{ 'line-color': colours.casing, 'line-width': 9 }}
        />
        <Layer
          id="driven-line"
          type="line"
          layout={round}
          paint={{ 'line-color': colours.strong, 'line-width': 5 }}
        />
      </Source>
    </>
  );
}

interface CurrentLinesProps extends Omit<MapLinesProps, 'driven' | 'dark'> {
  colours: LineColours;
}

function CurrentLines({ route, ahead, trail, colours }: CurrentLinesProps) {
  const { strong, faint, casing, way } = colours;
  const whole = useMemo(() => lineFeatures(pointsOf(route)), [route]);
  const rest = useMemo(() => lineFeatures(pointsOf(ahead)), [ahead]);
  const driven = useMemo(() => lineFeatures(pointsOf(trail)), [trail]);
  const hasRest = rest.features.length > 0 || driven.features.length > 0;
  return (
    <>
      <Source id="route" type="geojson" data={whole}>
        <Layer
          id="route-casing"
          type="line"
          layout={round}
          paint={{ 'line-color': casing, 'line-width': 9 }}
        />
        <Layer
          id="route-line"
          type="line"
          layout={round}
          paint={{ 'line-color': hasRest ? faint : strong, 'line-width': 5 }}
        />
      </Source>
      <Source id="trail" type="geojson" data={driven}>
        <Layer id="trail-line" type="line" layout={round} paint={{ 'line-color': way, 'line-width': 4 }} />
      </Source>
      <Source id="ahead" type="geojson" data={rest}>
        <Layer
          id="ahead-casing"
          type="line"
          layout={round}
          paint={{ 'line-color': casing, 'line-width': 9 }}
        />
        <Layer id="ahead-line" type="line" layout={round} paint={{ 'line-color': strong, 'line-width': 5 }} />
      </Source>
    </>
  );
}
