// Link to an address of this app. It replaces react-router's Link, which would add the prefetching code of its
// framework mode to every page.
import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: To;
  readonly state?: unknown;
  readonly replace?: boolean;
  readonly preventScrollReset?: boolean;
}

export function Link({ to, state, replace, preventScrollReset, onClick, ...rest }: LinkProps) {
  const { target } = rest;
  const open = useLinkClickHandler<HTMLAnchorElement>(to, { state, replace, preventScrollReset, target });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) open(event);
      }}
    />
  );
}
