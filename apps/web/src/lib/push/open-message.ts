// What the service worker asks a window of the app: to show a screen.

export const OPEN_MESSAGE = 'kerb.open';
