// Link that changes parameters of the query string, replaces the history entry and keeps the other parameters.
import type { ComponentProps, MouseEvent } from 'react';
import { useQueryString } from './data-table/use-query-string.ts';
import { Link } from './link.tsx';

interface QueryLinkProps extends Omit<ComponentProps<typeof Link>, 'to' | 'replace' | 'state'> {
  /** The parameters to set; those with an empty value are removed. */
  readonly change: Readonly<Record<string, string>>;
}

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

export function QueryLink({ change, onClick, ...rest }: QueryLinkProps) {
  const { changed, change: changeQuery } = useQueryString();
  return (
    <Link
      {...rest}
      to={{ search: changed(change) }}
      replace
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlain(event)) return;
        // `to` belongs to the last render, which may not show an earlier change yet.
        event.preventDefault();
        changeQuery(change);
      }}
    />
  );
}
