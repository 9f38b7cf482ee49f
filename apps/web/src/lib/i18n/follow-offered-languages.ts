// Applies the operator's languages and the service's category from the store to the shown texts, at once and after each
// change.
import type { KerbStore } from '@kerb/sdk/store';
import { wanted } from './areas.ts';
import { applyOfferedLanguages } from './index.ts';

export function followOfferedLanguages(store: KerbStore): void {
  let last: readonly unknown[] = [];
  let taken = '';
  const look = () => {
    const { languagedata, settingsdata } = store.getState();
    const appcat = settingsdata.settings?.appcat;
    if (appcat && (appcat === 'delivery') !== wanted.has('delivery')) {
      import('./wording.ts')
        .then((words) => words.loadWording(appcat))
        // Retried after the next change of the store.
        .catch(() => undefined);
    }
    const { langlist } = languagedata;
    if (langlist === last || langlist.length === 0) return;
    last = langlist;
    const offered = JSON.stringify(langlist);
    if (offered === taken) return;
    taken = offered;
    applyOfferedLanguages(langlist).catch(() => {
      // Retried when the languages are loaded the next time.
      taken = '';
    });
  };
  store.subscribe(look);
  look();
}
