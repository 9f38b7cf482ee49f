// Loads the code of a screen or of a dialog that the user opens; when that fails twice, for example because a release
// has replaced the files, reloads the page once.
import { tabStorage } from './browser-storage.ts';
import { hasUnsavedInput } from './unsaved-input.ts';

const storageKey = 'kerb.reloaded';
/** A second failure within this time, in ms, is shown as an error, because another reload would not help. */
const reloadAgainAfterMs = 60_000;

/**
 * False without a network, which a reload needs, while unsaved input would be lost, and where storage is blocked, which
 * could reload without end.
 */
function mayReload(now: number): boolean {
  if (!navigator.onLine || hasUnsavedInput()) return false;
  if (now - Number(tabStorage.read(storageKey)) < reloadAgainAfterMs) return false;
  return tabStorage.write(storageKey, String(now));
}

export const reloadPage = () => window.location.reload();

/** Never resolves once it has started the reload, so that no error is shown before it. */
export async function loadScreen<Loaded>(load: () => Promise<Loaded>, reload = reloadPage): Promise<Loaded> {
  try {
    return await load().catch(load);
  } catch (error) {
    if (!mayReload(Date.now())) throw error;
    reload();
    return new Promise(() => undefined);
  }
}
