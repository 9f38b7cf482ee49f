// Works around a race in the date fields: on a slow device React runs an effect of an earlier render after the next key,
// where the field's effect drops that key. If the key made the date invalid, all parts of the field were cleared.
import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';

/** Runs all waiting effects before the fields inside handle a key. */
export function SettledKeys({ children }: { readonly children: ReactNode }) {
  const [, setKeys] = useState(0);
  // A synchronous render runs the waiting effects of the whole page first; the children themselves are not rendered.
  const settle = () => flushSync(() => setKeys((keys) => keys + 1));
  return (
    <Box sx={{ display: 'contents' }} onKeyDownCapture={settle} onInputCapture={settle}>
      {children}
    </Box>
  );
}
