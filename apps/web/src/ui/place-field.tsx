// Combobox that suggests places and addresses while the user types, and reports the chosen place with its coordinates.

import CloseOutlined from '@mui/icons-material/CloseOutlined';
import MyLocationOutlined from '@mui/icons-material/MyLocationOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { type KeyboardEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createAnswerOrder } from '../lib/answer-order.ts';
import { loadTexts } from '../lib/i18n/index.ts';
import { useErrorText } from '../lib/use-error-text.ts';
import type { EntryState, FindPlace, PlaceFieldProps, SuggestionState } from './place-field-props.ts';

// Loaded when a field is first focused.
const PlaceSuggestions = lazy(async () => {
  const [{ PlaceSuggestions }] = await Promise.all([import('./place-suggestions.tsx'), loadTexts('quote')]);
  return { default: PlaceSuggestions };
});
const locate = async () => (await import('../lib/locate.ts')).locate();

const closed: SuggestionState = { expanded: false, loading: false };

const inputStyle = {
  flex: 1,
  minWidth: 0,
  height: 48,
  border: 0,
  outline: 'none',
  bgcolor: 'transparent',
  color: 'text.primary',
  font: 'inherit',
  fontWeight: 520,
  textOverflow: 'ellipsis',
  '&::placeholder': { color: 'text.secondary', opacity: 1 },
} as const;

const boxStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  minHeight: 52,
  paddingInlineStart: 1.75,
  paddingInlineEnd: 0.75,
  borderRadius: '12px',
  bgcolor: 'background.subtle',
  border: '1.5px solid transparent',
  '&:focus-within': { bgcolor: 'background.paper', borderColor: 'primary.main' },
} as const;

function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

/** State of the field: its text, and the place, whose coordinates are looked up when a suggestion is chosen. */
function usePlaceText({ value, onChange, onEntry }: PlaceFieldProps) {
  const address = value?.add ?? '';
  const [text, setText] = useState(address);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  // Only the newest choice applies, although the lookup of an earlier one may take longer.
  const [order] = useState(createAnswerOrder);

  const discardLookup = () => {
    order.discardSent();
    setBusy(false);
    setProblem(null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place, even with the same address, resets the text
  useEffect(() => {
    setText(address);
    discardLookup();
  }, [value]);
  const isAddress = problem === null && text.trim() === address.trim();
  const entry: EntryState | null = busy ? 'pending' : isAddress ? null : 'unresolved';
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports changes of the state, not of the callback
  useEffect(() => {
    onEntry?.(entry);
    return () => onEntry?.(null);
  }, [entry]);

  const settle = async (find: FindPlace) => {
    discardLookup();
    const request = order.begin();
    setBusy(true);
    setOpen(false);
    try {
      const point = await find();
      if (!point || order.isStale(request)) return;
      setText(point.add);
      onChange(point);
    } catch (failure) {
      if (!order.isStale(request)) setProblem(failure);
    } finally {
      if (!order.isStale(request)) setBusy(false);
    }
  };
  const leave = () => {
    setOpen(false);
    // While a place is looked up, or after that failed, the earlier address would hide the choice.
    if (value && !busy && problem === null) setText(address);
  };
  const type = (typed: string) => {
    discardLookup();
    setText(typed);
    setOpen(true);
  };
  const enter = () => {
    setProblem(null);
    setOpen(true);
  };
  const clear = () => {
    discardLookup();
    setText('');
    onChange(null);
  };
  return { text, type, open, setOpen, busy, problem, settle, enter, leave, clear };
}

interface FieldButtonsProps {
  readonly field: PlaceFieldProps;
  readonly isEmpty: boolean;
  readonly onClear: () => void;
  readonly onLocate: () => void;
}

function FieldButtons({ field, isEmpty, onClear, onLocate }: FieldButtonsProps) {
  const { t } = useTranslation();
  return (
    <>
      {!isEmpty && !field.plain && (
        <IconButton size="small" aria-label={t('clear_field', { field: field.label })} onClick={onClear}>
          <CloseOutlined fontSize="small" />
        </IconButton>
      )}
      {isEmpty && field.offerLocation && (
        <IconButton size="small" aria-label={t('use_my_location')} onClick={onLocate}>
          <MyLocationOutlined fontSize="small" />
        </IconButton>
      )}
    </>
  );
}

export function PlaceField(props: PlaceFieldProps) {
  const { label, issue = null } = props;
  const errorText = useErrorText();
  const id = useId();
  const { text, type, open, setOpen, busy, problem, settle, enter, leave, clear } = usePlaceText(props);
  const [touched, setTouched] = useState(false);
  const [list, setList] = useState(closed);
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null);
  const wrong = problem === null ? issue : errorText(problem);

  return (
    <Box
      sx={{ position: 'relative' }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave();
      }}
    >
      <Box sx={[boxStyle, wrong !== null && { borderColor: 'error.main' }]}>
        {props.marker}
        <Box
          component="input"
          id={id}
          type="text"
          // An address is written and truncated in its own direction.
          dir={text === '' ? undefined : 'auto'}
          role="combobox"
          value={text}
          placeholder={props.placeholder ?? label}
          ref={props.autoFocus ? focusOnce : undefined}
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={list.expanded}
          aria-controls={`${id}-list`}
          aria-activedescendant={list.active}
          aria-busy={busy || list.loading}
          aria-invalid={wrong !== null}
          aria-describedby={wrong === null ? undefined : `${id}-problem`}
          autoComplete="off"
          spellCheck={false}
          onFocus={(event) => {
            event.target.select();
            setTouched(true);
            enter();
          }}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => keys.current?.(event)}
          sx={inputStyle}
        />
        <FieldButtons
          field={props}
          isEmpty={text === ''}
          onClear={() => {
            clear();
            document.getElementById(id)?.focus();
          }}
          onLocate={() => void settle(locate)}
        />
      </Box>
      {touched && (
        <Suspense fallback={null}>
          <PlaceSuggestions
            {...props}
            id={id}
            text={text}
            open={open}
            onOpen={setOpen}
            onState={setList}
            onChoose={(find) => void settle(find)}
            keys={keys}
          />
        </Suspense>
      )}
      {wrong !== null && <FieldProblem id={`${id}-problem`} text={wrong} />}
    </Box>
  );
}

function FieldProblem({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <Box id={id} role="alert" sx={{ color: 'error.main', fontSize: '0.875rem', px: 1.75, pt: 0.75 }}>
      {text}
    </Box>
  );
}
