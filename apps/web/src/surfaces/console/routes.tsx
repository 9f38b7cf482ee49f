// The addresses of the console; which screen stands there, and for whom, is known once one of them is opened.
import type { RouteObject } from 'react-router';
import { lazyScreen } from '../../lib/lazy-screen.tsx';
import { consolePaths } from './console-paths.ts';

// The drawer's link to the alerts, and the toast of a new one, are on every screen: their texts are those of safety.
const element = lazyScreen(['console', 'safety'], async () => (await import('./screens.tsx')).ConsoleScreens);

export const consoleRoutes: RouteObject[] = consolePaths.map((path) => ({ path, element }));
