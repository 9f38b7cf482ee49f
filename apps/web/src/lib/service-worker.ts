// Registers the service worker that keeps the app's shell for the next visit; the API is never cached by it.

export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
      console.warn('The app works, but will not open offline', error);
    });
  });
}
