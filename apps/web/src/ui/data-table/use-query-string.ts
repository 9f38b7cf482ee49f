// React hook that stores a list's search, filters and sorting in the query string, so that links and Back restore them.
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

export interface QueryString {
  readonly params: URLSearchParams;
  /** Sets parameters, and removes those with an empty value; replaces the history entry. */
  readonly change: (next: Readonly<Record<string, string>>) => void;
}

export function useQueryString(): QueryString {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (next: Readonly<Record<string, string>>) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(next)) {
            if (value === '') after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  return { params, change };
}
