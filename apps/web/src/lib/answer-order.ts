// The order of answers to the same question: one that was asked for later is newer, whichever arrives first.

export interface AnswerOrder {
  /** Numbers a request that is being sent. */
  readonly begin: () => number;
  /** Whether its answer is newer than the one shown; from then on it is the one shown. */
  readonly take: (request: number) => boolean;
  /** Whether something newer than this request is shown already. */
  readonly isOvertaken: (request: number) => boolean;
  /** Something newer than every answer under way is shown. */
  readonly overtake: () => void;
}

export function createAnswerOrder(): AnswerOrder {
  let sent = 0;
  let shown = 0;
  const isOvertaken = (request: number) => request <= shown;
  return {
    begin() {
      sent += 1;
      return sent;
    },
    take(request) {
      if (isOvertaken(request)) return false;
      shown = request;
      return true;
    },
    isOvertaken,
    overtake() {
      shown = sent;
    },
  };
}
