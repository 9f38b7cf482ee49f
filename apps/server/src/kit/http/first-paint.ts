// Writes what the app's HTML page shows until the app's code has loaded.
import { escapeHtml } from '../escape-html.ts';

interface FirstPaint {
  readonly appName: string;
  /** Whether the screen has the console's frame, whose outline is then shown. */
  readonly isConsole: boolean;
}

/** Returns the built HTML page with the operator's name, and with the outline of the screen. */
export function writeFirstPaint(page: string, { appName, isConsole }: FirstPaint): string {
  return page
    .replace('<span>Kerb</span>', () => `<span>${escapeHtml(appName)}</span>`)
    .replace('<div class="first-paint"', (start) => (isConsole ? `${start} data-frame="console"` : start));
}
