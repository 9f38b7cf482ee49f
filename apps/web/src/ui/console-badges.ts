// Numbers beside the console's links: how much of something waits there. Who counts is a feature; the app hands it in.
import { createContext } from 'react';
import type { LinkName } from './console-links.ts';

export const ConsoleBadges = createContext<Partial<Record<LinkName, number>>>({});
