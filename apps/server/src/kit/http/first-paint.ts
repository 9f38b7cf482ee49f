// Writes what the app's HTML page shows until the app's code has loaded.
import { escapeHtml } from '../escape-html.ts';
import type { Frame } from './screen-list.ts';

interface FirstPaint {
  readonly appName: string;
  /** The frame of the screen, whose outline is shown; null for the outline without a frame. */
  readonly frame: Frame | null;
}

/** Returns the built HTML page with the operator's name, and with the outline of the screen. */
export function writeFirstPaint(page: string, { appName, frame }: FirstPaint): string {
  return page
    .replace('<span>Kerb</span>', () => `<span>${escapeHtml(appName)}</span>`)
    .replace('<div class="first-paint"', (start) => (frame ? `${start} data-frame="${frame}"` : start));
}
