// Switches between the texts of rides and of deliveries; loaded only by installations that are, or were, a delivery
// service.
import type { AppCategory } from '@kerb/domain/settings';
import i18next from 'i18next';
import { loads, openArea, wanted } from './areas.ts';
import { currentLanguage } from './index.ts';

/** Removes the texts of deliveries, when the service carries people again. */
function closeDelivery(): void {
  wanted.delete('delivery');
  for (const key of loads.keys()) if (key.split('/')[1] === 'delivery') loads.delete(key);
  for (const locale of Object.keys(i18next.store.data)) i18next.removeResourceBundle(locale, 'delivery');
}

export async function loadWording(appcat: AppCategory): Promise<void> {
  if (appcat !== 'delivery') return closeDelivery();
  try {
    await openArea('delivery', currentLanguage());
  } catch (error) {
    // Removed, so that the next call retries the load.
    wanted.delete('delivery');
    throw error;
  }
}
