// The words of the service's category; loaded only where it is or was a delivery service.
import type { AppCategory } from '@kerb/domain/settings';
import i18next from 'i18next';
import { loads, openArea, wanted } from './areas.ts';
import { currentLanguage } from './index.ts';

/** The service carries people again: the texts of deliveries are no longer shown. */
function closeDelivery(): void {
  wanted.delete('delivery');
  for (const key of loads.keys()) if (key.split('/')[1] === 'delivery') loads.delete(key);
  for (const locale of Object.keys(i18next.store.data)) i18next.removeResourceBundle(locale, 'delivery');
}

export async function wordFor(appcat: AppCategory): Promise<void> {
  if (appcat !== 'delivery') return closeDelivery();
  try {
    await openArea('delivery', currentLanguage());
  } catch (error) {
    // Not shown, so that the next call loads them again.
    wanted.delete('delivery');
    throw error;
  }
}
