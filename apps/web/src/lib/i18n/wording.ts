// The words of the service's category; loaded only where it is or was a delivery service.
import type { AppCategory } from '@kerb/domain/settings';
import { closeDelivery, openArea } from './areas.ts';
import { currentLanguage } from './index.ts';

export async function wordFor(appcat: AppCategory): Promise<void> {
  if (appcat === 'delivery') await openArea('delivery', currentLanguage());
  else closeDelivery();
}
