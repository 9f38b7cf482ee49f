// Orders the responses of overlapping requests for the same data: the response of a later request is newer, regardless
// of which arrives first.

export interface AnswerOrder {
  /** Called when a request is sent; returns its sequence number. */
  readonly begin: () => number;
  /** Returns true, and records the response as shown, if it is newer than the one shown so far. */
  readonly take: (request: number) => boolean;
  /** Whether a response newer than this request is already shown. */
  readonly isStale: (request: number) => boolean;
  /** Makes the responses of all requests sent so far stale. */
  readonly discardSent: () => void;
}

export function createAnswerOrder(): AnswerOrder {
  let sent = 0;
  let shown = 0;
  const isStale = (request: number) => request <= shown;
  return {
    begin() {
      sent += 1;
      return sent;
    },
    take(request) {
      if (isStale(request)) return false;
      shown = request;
      return true;
    },
    isStale,
    discardSent() {
      shown = sent;
    },
  };
}
