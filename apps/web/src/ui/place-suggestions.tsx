// Suggestions of a place field with keyboard navigation; loaded when a field is first focused.
import type { Suggestion } from '@kerb/contract';
import type { LatLng } from '@kerb/domain/geo';
import Box from '@mui/material/Box';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../lib/store.ts';
import type { FindPlace, PlaceFieldProps, SuggestionState } from './place-field-props.ts';
import { PlaceList, type PlaceOption } from './place-list.tsx';
import { type PlaceSearch, searchQuery, usePlaceSearch } from './use-place-search.ts';
import { visuallyHidden } from './visually-hidden.ts';

const locate: FindPlace = async () => (await import('../lib/locate.ts')).locate();

interface PlaceSuggestionsProps extends PlaceFieldProps {
  /** Id of the input. */
  id: string;
  text: string;
  open: boolean;
  onOpen: (open: boolean) => void;
  onState: (state: SuggestionState) => void;
  onChoose: (find: FindPlace) => void;
  /** Ref into which the key handler for the input is written. */
  keys: RefObject<((event: KeyboardEvent) => void) | null>;
}

const own = { main: '', secondary: '' } as const;

async function placeOf({ place_id, description }: Pick<Suggestion, 'place_id' | 'description'>) {
  const { coords } = await client.mapsPlace({ params: { place_id } });
  return { ...coords, add: description };
}

function found({ suggestions }: PlaceSearch): PlaceOption[] {
  return suggestions.map((suggestion) => ({
    key: suggestion.place_id,
    main: suggestion.main,
    secondary: suggestion.secondary,
    kind: suggestion.kind,
    find: () => placeOf(suggestion),
  }));
}

/** Finds the place of the first suggestion for a text; null without any. */
async function firstPlace(text: string, near: LatLng | null) {
  const {
    searchResults: [first],
  } = await client.mapsAutocomplete({ query: searchQuery(text, near) });
  return first === undefined ? null : placeOf(first);
}

/** Suggestions while the field is empty: current location, choice on the map, and saved places. */
function offered({ offerLocation, onPickOnMap, saved = [] }: PlaceFieldProps): PlaceOption[] {
  const onMap: FindPlace = async () => {
    onPickOnMap?.();
    return null;
  };
  return [
    ...(offerLocation ? [{ ...own, key: 'here', kind: 'here', find: locate } as const] : []),
    ...(onPickOnMap ? [{ ...own, key: 'map', kind: 'map', find: onMap } as const] : []),
    ...saved.map((place) => ({
      key: place.id,
      main: place.add,
      secondary: '',
      kind: 'saved' as const,
      find: async () => ({ lat: place.lat, lng: place.lng, add: place.add }),
    })),
  ];
}

export function PlaceSuggestions(props: PlaceSuggestionsProps) {
  const { id, text, open, onOpen, onState, keys, value, near = null, saved = [] } = props;
  const { t } = useTranslation();
  const [active, setActive] = useState(0);
  const typed = open && text.trim() !== '' && text !== (value?.add ?? '');
  const search = usePlaceSearch(text, near, typed);
  const options = typed ? found(search) : offered(props);
  const showing = open && (options.length > 0 || (typed && text.trim().length > 1));
  const choose = (option: PlaceOption | undefined) => {
    if (option) props.onChoose(option.find);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text, or opening the list, resets the selection
  useEffect(() => setActive(0), [text, open]);
  const isOutdated = typed && search.q !== text.trim();
  const activeId = showing && options.length > 0 ? `${id}-${active}` : undefined;
  const { loading } = search;
  useEffect(
    () => onState({ expanded: showing, active: activeId, loading }),
    [showing, activeId, loading, onState],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return onOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((active + step + options.length) % Math.max(options.length, 1));
    } else if (event.key === 'Enter' && showing) {
      event.preventDefault();
      // The first suggestion for an earlier text is no choice; one selected with the arrow keys is.
      if (isOutdated && active === 0) props.onChoose(() => firstPlace(text, near));
      else choose(options[active]);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      onOpen(false);
    }
  };
  useEffect(() => {
    keys.current = onKeyDown;
    return () => {
      keys.current = null;
    };
  });

  return (
    <>
      {showing && (
        <PlaceList
          id={id}
          label={props.label}
          options={options}
          active={active}
          search={search}
          saved={saved}
          onForget={props.onForget}
          onHover={setActive}
          onChoose={choose}
        />
      )}
      <Box role="status" sx={visuallyHidden}>
        {typed && !loading ? t('suggestions_found', { count: search.suggestions.length }) : ''}
      </Box>
    </>
  );
}
