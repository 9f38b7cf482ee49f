// Constants of the environment in which the app runs.

/** The API is served from the page's own origin. */
export const apiOrigin = '';

export function liveUrl(): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/v1/live`;
}
