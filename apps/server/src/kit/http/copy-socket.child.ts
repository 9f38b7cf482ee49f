// Sends the received socket back several times, then ends: the receiver gets a copy, with a descriptor of its own, of the
// socket that it sent.
import type { SendHandle } from 'node:child_process';

// A listener that stays: without one, the process would end before the copies are sent.
process.on('message', ({ copies }: { copies: number }, socket: SendHandle) => {
  let sent = 0;
  const sendNext = (): void => {
    if (sent === copies) {
      process.disconnect?.();
      return;
    }
    sent += 1;
    process.send?.({ copy: sent }, socket, { keepOpen: true }, sendNext);
  };
  sendNext();
});
