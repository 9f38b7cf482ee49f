// Entry of the web app: requests settings and session in parallel, loads the language, then renders.
import '@fontsource-variable/inter/wght.css';
import './ui/fallback-font.css';
import { fetchSettings, fetchUser } from '@kerb/sdk/store';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter } from 'react-router';
import { App } from './app.tsx';
import { rootOfApp } from './lib/first-page.ts';
import { followOfferedLanguages } from './lib/i18n/follow-offered-languages.ts';
import { startI18n } from './lib/i18n/index.ts';
import { store } from './lib/store.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { KerbThemeProvider } from './ui/theme-provider.tsx';

const { root, renderedPath, show } = rootOfApp();

// The Content Security Policy forbids compiling code at run time, which Zod does by default. Zod reads this when the
// first schema loads, which is later.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Reserves the first place among the listeners for the handler of page-guards.ts, which must run before the router's.
window.onpopstate = () => undefined;

const settings = store.dispatch(fetchSettings());
const session = store.dispatch(fetchUser());
await startI18n(settings.then(() => store.getState().languagedata.langlist));
followOfferedLanguages(store);
// The visitor can already read the server-rendered page, so the app waits for all data and renders its page only once.
if (renderedPath !== null) {
  const page = import('./surfaces/load-rendered-page.ts').then(({ loadRenderedPage }) =>
    loadRenderedPage(renderedPath),
  );
  await Promise.allSettled([settings, session, page]);
}

// In a transition React yields to the browser, so that the page stays responsive while it renders.
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
show(() => !store.getState().settingsdata.error.flag);

registerServiceWorker();

function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
      console.warn('No offline use', error);
    });
  };
  // Loading the texts may have taken longer than the page; the `load` event has then already fired.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}
