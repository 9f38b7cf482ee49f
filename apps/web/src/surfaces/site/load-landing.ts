// Loads every part of the landing page's first view at once, so that it is drawn in one pass.
import { loadTexts } from '../../lib/i18n/index.ts';

/** Never rejects: a part that is missing is loaded again, and reported, where it is shown. */
export async function loadLanding(): Promise<void> {
  await Promise.allSettled([
    import('./landing-screen.tsx'),
    import('./landing-sections.tsx'),
    import('../../features/quote/car-choice.tsx'),
    import('../../features/quote/when-fields.tsx'),
    import('../../map/still-map.tsx'),
    import('../../ui/site-footer.tsx'),
    loadTexts('site'),
    loadTexts('pages'),
  ]);
}
