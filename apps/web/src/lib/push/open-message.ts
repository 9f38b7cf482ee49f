// Type of the message with which the service worker requests that a window of the app shows a screen.

export const OPEN_MESSAGE = 'kerb.open';
