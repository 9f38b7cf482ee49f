// The picker's texts are the sign-in's; a screen with other texts of its own shows the field as soon as they are here.
import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, Suspense, use, useState } from 'react';
import { loadTexts } from '../../lib/i18n/index.ts';

// Asked for with the code, so that they are usually here before the field is drawn.
loadTexts('login').catch(() => console.warn('The texts of the country picker did not load yet'));

function Texts({ children }: { children: ReactNode }) {
  const [texts] = useState(() => wanted());
  use(texts);
  return children;
}

let current: Promise<void> | null = null;

/** The same promise for every field, until it fails: then the next one asks again. */
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
