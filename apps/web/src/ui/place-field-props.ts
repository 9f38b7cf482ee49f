// The props of a place field, and what it shares with its lazy suggestions.
import type { LatLng } from '@kerb/domain/geo';
import type { TripPoint } from '@kerb/sdk/store';
import type { ReactNode } from 'react';

export interface SavedPlace extends TripPoint {
  readonly id: string;
}

export interface PlaceFieldProps {
  label: string;
  value: TripPoint | null;
  onChange: (point: TripPoint | null) => void;
  placeholder?: string;
  /** Suggestions near this point come first. */
  near?: LatLng | null;
  /** Offered before anything is typed: saved addresses. */
  saved?: readonly SavedPlace[];
  /** Forgets a saved address; without it they cannot be taken out. */
  onForget?: ((id: string) => void) | undefined;
  /** Offers "Use my location" before anything is typed. */
  offerLocation?: boolean;
  /** Offers to choose the place on the map. */
  onPickOnMap?: (() => void) | undefined;
  /** A sentence on what is wrong with the place, or that it is missing. */
  issue?: string | null | undefined;
  /** Has no cross of its own: what it stands in can be taken out whole. */
  plain?: boolean;
  /** A dot, a square, a number: what the place is on the map. */
  marker?: ReactNode;
  autoFocus?: boolean;
}

/** The state that the suggestions report to their field. */
export interface SuggestionState {
  readonly expanded: boolean;
  /** Id of the option the arrow keys have come to. */
  readonly active?: string | undefined;
  readonly loading: boolean;
}

/** Null: the place is chosen elsewhere. */
export type FindPlace = () => Promise<TripPoint | null>;
