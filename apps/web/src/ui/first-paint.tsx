// What index.html shows until the app's code has loaded, and again while the code of a screen loads.
import { useTranslation } from 'react-i18next';
import { firstOutline } from '../lib/first-page.ts';
import { ScreenSkeleton } from './page-states.tsx';

/** Shown in place of a screen whose code loads: the outline with which the page began. */
export function FirstPaint() {
  const { t } = useTranslation();
  const outline = firstOutline();
  if (outline === null) return <ScreenSkeleton />;
  return (
    <div
      role="status"
      aria-label={t('loading')}
      aria-busy="true"
      ref={(node) => node?.replaceChildren(outline.cloneNode(true))}
    />
  );
}
