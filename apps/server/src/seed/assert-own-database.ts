// Prevents that a demonstration runs on the database of an installation, or the other way round.
import type { Queries } from '../kit/index.ts';
import { StartError } from '../kit/start-error.ts';
import { adminExists } from '../modules/identity/index.ts';
import { seedMarks } from '../modules/settings/index.ts';
import { SEED_NAME } from './seed-demonstration.ts';

const isDemonstration = async (queries: Queries): Promise<boolean> =>
  (await seedMarks(queries)).has(SEED_NAME);

/**
 * Throws a StartError for a demonstration on a database with admins that was not seeded: it would add admins whose
 * numbers are public. Throws one for production on a database that was seeded.
 */
export async function assertOwnDatabase(mode: 'demo' | 'production', queries: Queries): Promise<void> {
  if (mode === 'production' && (await isDemonstration(queries)))
    throw new StartError(
      'This database was seeded as a demonstration, whose accounts anyone can read in the documentation. For production set KERB_DATA to an empty folder, or DATABASE_URL to an empty database.',
    );
  // In this order: another server may be seeding, which adds the admins and the mark in one transaction.
  if (mode === 'demo' && (await adminExists(queries)) && !(await isDemonstration(queries)))
    throw new StartError(
      'This database has admins, but no demonstration: it belongs to an installation, which npm run serve starts. No data was changed. For a demonstration set KERB_DATA to an empty folder, or DATABASE_URL to an empty database.',
    );
}
