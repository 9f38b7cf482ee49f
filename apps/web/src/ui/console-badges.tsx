// Context with the numbers of items to handle, shown beside the console's links. Features load the numbers, and the app
// provides them.
import { createContext } from 'react';
import type { LinkName } from './console-links.ts';

export const ConsoleBadges = createContext<Partial<Record<LinkName, number>>>({});
