// Lets a date picker keep incomplete input: passing a value back while the user types would clear what is typed so far.
import { useState } from 'react';

export interface TypedValue<Value> {
  /** Key of the uncontrolled picker; another key whenever the value was set from outside. */
  readonly key: number;
  /** The value that the picker of this key starts with. */
  readonly initial: Value;
  /** Passes a value on to the form, unless it is the latest one reported. */
  readonly report: (value: Value) => void;
}

export function useTypedValue<Value extends string | number | null>(
  value: Value,
  onChange: (value: Value) => void,
): TypedValue<Value> {
  const [shown, setShown] = useState({ value, reported: value, key: 0, initial: value });
  // A value that this field did not report was set from outside: the picker is remounted with it.
  if (shown.value !== value) {
    if (shown.reported === value) setShown({ ...shown, value });
    else setShown({ value, reported: value, key: shown.key + 1, initial: value });
  }
  const report = (next: Value) => {
    if (next === shown.reported) return;
    setShown((before) => ({ ...before, reported: next }));
    onChange(next);
  };
  return { key: shown.key, initial: shown.initial, report };
}
