// Loads all parts of the landing page's first view in parallel, so that it renders in one pass.
import { loadTexts } from '../../lib/i18n/index.ts';

/** Never rejects: a part that failed is loaded again when it is rendered, which also reports the error. */
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
