// The rider's screens.
import type { RouteObject } from 'react-router';

export const riderRoutes: RouteObject[] = [];
