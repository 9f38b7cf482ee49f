// Slot for the bell in the shells. The bell belongs to a feature, which shells must not import; the app provides it
// through a context once it has loaded.
import Box from '@mui/material/Box';
import { type ComponentType, createContext, use } from 'react';
import { useAuth } from '../lib/use-auth.ts';
import { roundOverMap } from './over-map.ts';

export interface ShellBellProps {
  /** Renders a round button over a map. */
  readonly floating?: boolean;
}

/** Null until the bell has loaded. */
export const ShellBell = createContext<ComponentType<ShellBellProps> | null>(null);

/** Place of the bell in a shell, reserved from the start, so that its neighbours do not move when it loads. */
export function BellPlace({ floating = false }: ShellBellProps) {
  const { user } = useAuth();
  const Bell = use(ShellBell);
  if (!user) return null;
  const size = floating ? roundOverMap.width : 44;
  return <Box sx={{ width: size, height: size, flexShrink: 0 }}>{Bell && <Bell floating={floating} />}</Box>;
}
