// The little of a WebSocket that the live connection uses: browsers' own, or `ws` in Node.

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
