// React hook that returns whether a dialog has ever been open: its code loads at the first opening and stays mounted
// for the closing transition.
import { useState } from 'react';

export function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened || open;
}
