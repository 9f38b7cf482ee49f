// What index.html shows until the app's code has loaded; it stays until the first screen has loaded too.
import { useTranslation } from 'react-i18next';
import { ScreenSkeleton } from './page-states.tsx';

/** Read before React replaces it; null on a page that the server has rendered. */
const firstPaint = document.querySelector('.first-paint');

/** Shown while a screen loads. A navigation keeps the previous screen, so only the first screen needs it. */
export function FirstPaint() {
  const { t } = useTranslation();
  if (firstPaint === null) return <ScreenSkeleton />;
  return (
    <div
      role="status"
      aria-label={t('loading')}
      aria-busy="true"
      ref={(node) => node?.replaceChildren(firstPaint.cloneNode(true))}
    />
  );
}
