// Retries a dynamic import until it succeeds, for poor connections.

const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 30_000;

/** Use it for code that no screen waits for. Never rejects. */
export async function loadWithRetries<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, MAX_WAIT_MS)) {
    try {
      return await load();
    } catch {
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}
