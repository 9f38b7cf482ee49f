// React hook that returns whether a part has ever been open: a dialog whose code loads at the first opening stays
// mounted for the closing transition, and a map that is drawn stays drawn.
import { useState } from 'react';

export function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened || open;
}
