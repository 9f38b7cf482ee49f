// Which screens this build has, so that menus and redirects never lead to one it has not.
import { createContext, useContext } from 'react';

export const RegisteredPaths = createContext<ReadonlySet<string>>(new Set());

export function useRegisteredPaths(): ReadonlySet<string> {
  return useContext(RegisteredPaths);
}
