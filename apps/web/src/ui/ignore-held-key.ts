// Keeps a held Enter key from pressing a button again and again, or pressing one that takes the focus meanwhile.
import type { KeyboardEvent } from 'react';

export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}
