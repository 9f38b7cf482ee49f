// The part of the WebSocket interface that the live connection uses: the browser's WebSocket, or `ws` in Node.js.

export interface LiveSocket {
  readonly readyState: number;
  send(text: string): void;
  close(code?: number): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
}

export type LiveSocketClass = new (url: string) => LiveSocket;

export const socketOpen = 1;
