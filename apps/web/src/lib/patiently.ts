// What a thin connection did not bring is asked for again, until it is there.

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

/** For what comes beside the screen: nothing waits for it, so that it may take its time. Never rejects. */
export async function patiently<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch {
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}
