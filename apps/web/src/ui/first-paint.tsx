// What index.html shows until the app's code has loaded; it stays until the first screen has loaded too.
import { useTranslation } from 'react-i18next';
import { firstOutline } from '../lib/first-page.ts';
import { ScreenSkeleton } from './page-states.tsx';

/** Shown while a screen loads. A navigation keeps the previous screen, so only the first screen needs it. */
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
