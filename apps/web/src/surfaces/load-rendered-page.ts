// Loads all parts of the first view of a server-rendered page in parallel, so that the app renders it in one pass.
import { loadTexts } from '../lib/i18n/index.ts';
import { paths } from '../lib/paths.ts';

const loadMoreScreens = () => import('./more-screens.tsx');
const loadFooter = () => import('../ui/site-footer.tsx');

/** Starts the loads of a page's parts; none for a path without a server-rendered page. */
function partsOf(path: string): readonly Promise<unknown>[] {
  switch (path) {
    case paths.home:
      return [
        import('./site/landing-screen.tsx'),
        import('./site/landing-sections.tsx'),
        import('../features/quote/car-choice.tsx'),
        import('../features/quote/when-fields.tsx'),
        import('../map/still-map.tsx'),
        loadFooter(),
        loadTexts('site'),
        loadTexts('pages'),
      ];
    case paths.aboutUs:
      return [loadMoreScreens(), import('./site/about-us-screen.tsx'), loadFooter(), loadTexts('pages')];
    case paths.privacyPolicy:
      return [
        loadMoreScreens(),
        import('./site/privacy-policy-screen.tsx'),
        loadFooter(),
        loadTexts('pages'),
      ];
    case paths.login:
      return [loadMoreScreens(), import('./site/login-screen.tsx'), loadTexts('login')];
    case paths.driverSignup:
      return [
        loadMoreScreens(),
        import('./site/driver-signup-screen.tsx'),
        loadTexts('signup'),
        loadTexts('login'),
      ];
    default:
      return [];
  }
}

/** Never rejects: a part that failed is loaded again when it is rendered, which also reports the error. */
export async function loadRenderedPage(path: string): Promise<void> {
  await Promise.allSettled(partsOf(path));
}
