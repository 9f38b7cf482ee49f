// Changes the operator's settings: the patch is laid over what is stored, checked as a whole, and told to everyone.
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { appendEvent, type Clock, type Tx } from '../../kit/index.ts';
import { settingsRepository } from './settings.repository.ts';
import { parseSettings } from './settings-cache.ts';

/** Returns the settings as they are now. Throws a validation error for a field out of its range. */
export function createEditSettings({ clock }: { clock: Clock }) {
  return async (tx: Tx, patch: Partial<Settings>): Promise<Settings> => {
    const repository = settingsRepository(tx);
    const before = parseSettings(await repository.readForUpdate(clock.now()));
    const after = settingsSchema.parse({ ...before, ...patch });
    const version = await repository.write(after, clock.now());
    await appendEvent(tx, { name: 'settings.changed', topics: [], data: { version } });
    await appendEvent(tx, { name: 'catalog.changed', topics: ['catalog'], data: { what: 'settings' } });
    return after;
  };
}
