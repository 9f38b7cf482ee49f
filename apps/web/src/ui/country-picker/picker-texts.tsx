// Suspends the phone field until the texts of the area `login` have loaded, on screens that do not load them
// themselves.
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, Suspense, use, useState } from 'react';
import { loadTexts } from '../../lib/i18n/index.ts';

// Requested when this module loads, so that the texts have usually arrived before the field renders. The server renders
// with the operator's texts only.
if (!import.meta.env.SSR)
  loadTexts('login').catch(() => console.warn('The texts of the country picker did not load yet'));

function Texts({ children }: { children: ReactNode }) {
  const [texts] = useState(() => wanted());
  use(texts);
  return children;
}

let current: Promise<void> | null = null;

/** Returns one promise for all fields; after a failure the next field retries. */
function wanted(): Promise<void> {
  current ??= loadTexts('login').catch((error: unknown) => {
    current = null;
    throw error;
  });
  return current;
}

export function PickerTexts({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<Skeleton variant="rounded" height={56} sx={{ borderRadius: '12px' }} />}>
      <Texts>{children}</Texts>
    </Suspense>
  );
}
