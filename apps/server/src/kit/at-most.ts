// Waits for a promise with a time limit.

/**
 * Resolves when the work has ended or `ms` have passed; after the time limit the work continues. Rejects when the work
 * rejects within the limit.
 */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
