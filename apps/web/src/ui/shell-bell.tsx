// The bell of the shells: what it shows is a feature, which shells do not know; the app hands it to them when it has come.
import Box from '@mui/material/Box';
import { type ComponentType, createContext, use } from 'react';
import { useAuth } from '../lib/use-auth.ts';
import { roundOverMap } from './over-map.ts';

export interface ShellBellProps {
  /** Over a map: a round button of its own. */
  readonly floating?: boolean;
}

/** Null until it has come. */
export const ShellBell = createContext<ComponentType<ShellBellProps> | null>(null);

/** The bell's place in a shell: reserved from the start, so that its neighbours do not move when it loads. */
export function BellPlace({ floating = false }: ShellBellProps) {
  const { user } = useAuth();
  const Bell = use(ShellBell);
  if (!user) return null;
  const size = floating ? roundOverMap.width : 44;
  return <Box sx={{ width: size, height: size, flexShrink: 0 }}>{Bell && <Bell floating={floating} />}</Box>;
}
