// What a dialog shows while it closes: the last thing it was open for.
import { useState } from 'react';

export function useLastShown<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
