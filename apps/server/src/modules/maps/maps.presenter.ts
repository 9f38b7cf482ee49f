// Presents the responses of the map routes, field by field.
import type { FoundPlace, PlaceSuggestion, RouteDetails, Travel } from '../../ports/maps.ts';

export const presentSuggestion = (suggestion: PlaceSuggestion) => ({
  place_id: suggestion.place_id,
  description: suggestion.description,
  main: suggestion.main,
  secondary: suggestion.secondary,
  kind: suggestion.kind,
});

export const presentPlace = ({ place_id, description, main, secondary, kind, coords }: FoundPlace) => ({
  place_id,
  description,
  coords,
  placeDetails: { main, secondary, kind },
});

export const presentTravel = ({ distance_in_km, time_in_secs }: Travel) => ({ distance_in_km, time_in_secs });

export const presentDirections = (route: RouteDetails) => ({
  distance_in_km: route.distance_in_km,
  time_in_secs: route.time_in_secs,
  polylinePoints: route.polylinePoints,
  legs: route.legs.map(presentTravel),
  maneuvers: route.maneuvers.map((maneuver) => ({
    instruction: maneuver.instruction,
    type: maneuver.type,
    distance_in_km: maneuver.distance_in_km,
    time_in_secs: maneuver.time_in_secs,
    begin: maneuver.begin,
  })),
});

/** Presents one pair of start and destination for the hosted distance function of the specification. */
export function presentPair(travel: Travel | null) {
  if (!travel) return { found: false, distance_in_km: 0, time_in_secs: 0, timein_text: '' };
  const { distance_in_km, time_in_secs } = travel;
  return { found: true, distance_in_km, time_in_secs, timein_text: `${Math.round(time_in_secs / 60)} min` };
}
