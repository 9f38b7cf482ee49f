// Brings what the store knows of the operator's languages to the texts shown, now and whenever it changes.
import type { KerbStore } from '@kerb/sdk/store';
import { takeOffer } from './index.ts';

export function followOffer(store: KerbStore): void {
  let last: readonly unknown[] = [];
  let taken = '';
  const look = () => {
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
  store.subscribe(look);
  look();
}
