// Routes of the console. All of them load screens.tsx, which selects the screen and checks the role.
import type { RouteObject } from 'react-router';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { consolePaths } from './console-paths.ts';

// The `safety` texts are needed on every screen, for the drawer's link to the alerts and the notice of a new alert.
const element = lazyScreen(['console', 'safety'], async () => (await import('./screens.tsx')).ConsoleScreens);

export const consoleRoutes: RouteObject[] = consolePaths.map((path) => ({ path, element }));
