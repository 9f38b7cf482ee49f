// The WebSocket of `ws` in the shape that the live connection expects, which Node 20 lacks.
import type { LiveSocketClass } from '@kerb/sdk/live';
import { WebSocket } from 'ws';

export const NodeSocket: LiveSocketClass = WebSocket;

/** http://host → ws://host/api/v1/live */
export const liveUrl = (origin: string): string =>
  `${origin.replace(/^http/, 'ws').replace(/\/$/, '')}/api/v1/live`;
