// Registers the service worker that keeps the app's shell for the next visit; the API is never cached by it.

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
      console.warn('The app works, but will not open offline', error);
    });
  };
  // The texts may have taken longer than the page: then its loading is over, and said no more.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}
