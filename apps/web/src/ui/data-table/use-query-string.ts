// React hook that stores a list's search, filters and sorting in the query string, so that links and Back restore them.
import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

type QueryChange = Readonly<Record<string, string>>;

export interface QueryString {
  readonly params: URLSearchParams;
  /** Sets parameters, and removes those with an empty value; replaces the history entry, whose state it can set. */
  readonly change: (next: QueryChange, state?: unknown) => void;
  /** The query string after the change, for the address of a link. */
  readonly changed: (next: QueryChange) => string;
}

function withChange(before: URLSearchParams | string, next: QueryChange): string {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(next)) {
    if (value === '') after.delete(name);
    else after.set(name, value);
  }
  return `?${after}`;
}

export function useQueryString(): QueryString {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const change = useCallback(
    (next: QueryChange, state?: unknown) => {
      // From the address and not from `params`, which belong to the last render: the router renders a change as a
      // transition, and a second change before its end would restore what the first one removed.
      void navigate({ search: withChange(window.location.search, next) }, { replace: true, state });
    },
    [navigate],
  );
  return { params, change, changed: (next) => withChange(params, next) };
}
