// Keeps a held Enter key from pressing a button again and again, and from pressing one that takes the focus meanwhile.

function onKeyDown(event: KeyboardEvent): void {
  const isOnButton = event.target instanceof HTMLButtonElement;
  if (isOnButton && event.repeat && event.key === 'Enter') event.preventDefault();
}

/** Applies to all buttons of the page; returns a function that ends it. */
export function ignoreHeldEnter(): () => void {
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
}
