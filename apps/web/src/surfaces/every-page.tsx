// What every page needs after its first paint: title and description, layers that the browser's Back gesture closes,
// and buttons that a held key presses once.
import GlobalStyles from '@mui/material/GlobalStyles';
import { useEffect } from 'react';
import { closeLayersOnRequest } from '../ui/close-requests.ts';
import { ignoreHeldEnter } from '../ui/ignore-held-enter.ts';
import { PageHead } from './site/page-head.tsx';

/** A loading button receives presses, which it ignores: on what is behind it, they would take the focus. */
const loadingButtons = {
  'button.MuiButtonBase-root[aria-disabled="true"]': { pointerEvents: 'auto', cursor: 'default' },
} as const;

export function EveryPage() {
  useEffect(closeLayersOnRequest, []);
  useEffect(ignoreHeldEnter, []);
  return (
    <>
      <GlobalStyles styles={loadingButtons} />
      <PageHead />
    </>
  );
}
