// The driver's screens.
import type { RouteObject } from 'react-router';

export const driverRoutes: RouteObject[] = [];
