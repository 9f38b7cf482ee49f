// Whether a dialog was ever open: until then its code is not needed, afterwards it stays for its closing motion.
import { useState } from 'react';

export function useOpenedOnce(open: boolean): boolean {
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  return opened || open;
}
