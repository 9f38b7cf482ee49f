// Brings the operator's languages and the service's category from the store to the texts shown, now and on each change.
import type { AppCategory } from '@kerb/domain/settings';
import type { KerbStore } from '@kerb/sdk/store';
import { takeOffer } from './index.ts';

export function followOffer(store: KerbStore): void {
  let last: readonly unknown[] = [];
  let taken = '';
  let category: AppCategory = 'taxi';
  const lookAtLanguages = () => {
    const { langlist } = store.getState().languagedata;
    if (langlist === last || langlist.length === 0) return;
    last = langlist;
    const offered = JSON.stringify(langlist);
    if (offered === taken) return;
    taken = offered;
    takeOffer(langlist).catch(() => {
      // Tried again with the next reading of the settings.
      taken = '';
    });
  };
  const lookAtCategory = () => {
    const appcat = store.getState().settingsdata.settings?.appcat ?? category;
    if (appcat === category) return;
    const before = category;
    category = appcat;
    import('./wording.ts')
      .then(({ wordFor }) => wordFor(appcat))
      .catch(() => {
        // Tried again with the next change of the store.
        category = before;
      });
  };
  const look = () => {
    lookAtLanguages();
    lookAtCategory();
  };
  store.subscribe(look);
  look();
}
