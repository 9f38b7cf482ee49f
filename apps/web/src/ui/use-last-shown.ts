// React hook that returns the last non-null value, which a dialog still shows during its closing transition.
import { useState } from 'react';

export function useLastShown<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
