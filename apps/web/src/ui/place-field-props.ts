// Props of a place field, and types shared with its lazily loaded suggestions.
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
  /** Called with null when the text is the place's address again. */
  onEntry?: (entry: EntryState | null) => void;
  placeholder?: string;
  /** Suggestions near this point come first. */
  near?: LatLng | null;
  /** Saved addresses, suggested while the field is empty. */
  saved?: readonly SavedPlace[];
  /** Deletes a saved address; without it, saved addresses cannot be deleted. */
  onForget?: ((id: string) => void) | undefined;
  /** Suggests "Use my location" while the field is empty. */
  offerLocation?: boolean;
  /** Suggests choosing the place on the map. */
  onPickOnMap?: (() => void) | undefined;
  /** Error text for an invalid or missing place. */
  issue?: string | null | undefined;
  /** Hides the clear button, because the surrounding row can be removed as a whole. */
  plain?: boolean;
  /** The place's marker on the map: a dot, a square or a number. */
  marker?: ReactNode;
  autoFocus?: boolean;
}

/**
 * State of a field whose text is not its place: the chosen place is being looked up, or the text was not chosen from the
 * suggestions or its lookup failed.
 */
export type EntryState = 'pending' | 'unresolved';

/** The state that the suggestions report to their field. */
export interface SuggestionState {
  readonly expanded: boolean;
  /** Id of the option selected with the arrow keys. */
  readonly active?: string | undefined;
  readonly loading: boolean;
}

/** Resolves to null when the place is chosen elsewhere, such as on the map. */
export type FindPlace = () => Promise<TripPoint | null>;
