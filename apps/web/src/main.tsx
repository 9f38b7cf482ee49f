// Starts the web app: language, session and settings first asked for at once, then the first paint.
import '@fontsource-variable/inter/wght.css';
import './ui/fallback-font.css';
import { fetchSettings, fetchUser } from '@kerb/sdk/store';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { rootOfApp } from './lib/first-page.ts';
import { followOffer } from './lib/i18n/follow-offer.ts';
import { startI18n } from './lib/i18n/index.ts';
import { store } from './lib/store.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { KerbThemeProvider } from './ui/theme-provider.tsx';

const { root, isRendered, show } = rootOfApp();

// The content policy forbids compiling at run time, and Zod would try; read when the first schema loads, after this.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const settings = store.dispatch(fetchSettings());
const session = store.dispatch(fetchUser());
await startI18n(settings.then(() => store.getState().languagedata.langlist));
followOffer(store);
// The server's page is there to read: drawn once everything is known, the app's page is drawn only once.
if (isRendered) {
  const landing = import('./surfaces/site/load-landing.ts').then(({ loadLanding }) => loadLanding());
  await Promise.allSettled([settings, session, landing]);
}

// As a transition, React lets the browser answer between parts of its work.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <KerbThemeProvider>
          <ErrorBoundary>
            <BrowserRouter>
              <App />
            </BrowserRouter>
          </ErrorBoundary>
        </KerbThemeProvider>
      </Provider>
    </StrictMode>,
  ),
);
show();

registerServiceWorker();

function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
      console.warn('No offline use', error);
    });
  };
  // The texts may have taken longer than the page: then its loading is over, and said no more.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}
