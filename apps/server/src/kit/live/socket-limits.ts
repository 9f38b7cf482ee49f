// Limits the number of open live sockets on this server, per address and per user.
import { addressKey } from '../http/address-key.ts';

export interface SocketLimits {
  readonly total: number;
  readonly perAddress: number;
  readonly perPerson: number;
}

export type SocketRefusal = 'total' | 'address' | 'person';

/** Handle of a counted open socket. */
export interface CountedSocket {
  /** Counts the socket for its user; returns the error without counting when the user has too many. */
  identify(uid: string): SocketRefusal | null;
  release(): void;
}

function createCounts() {
  const counts = new Map<string, number>();
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add: (key: string): void => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    remove(key: string): void {
      const left = (counts.get(key) ?? 0) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}

export function createSocketLimits(limits: SocketLimits) {
  const byAddress = createCounts();
  const byPerson = createCounts();
  let total = 0;

  /** Reason why no further socket may be opened; null when it may. */
  function refusalFor(address: string, uid: string | null): SocketRefusal | null {
    if (total >= limits.total) return 'total';
    if (byAddress.of(addressKey(address)) >= limits.perAddress) return 'address';
    return uid !== null && byPerson.of(uid) >= limits.perPerson ? 'person' : null;
  }

  return {
    refusalFor,
    /** Counts a socket, or returns the reason why it must be closed. */
    open(address: string, uid: string | null): CountedSocket | SocketRefusal {
      const refusal = refusalFor(address, uid);
      if (refusal !== null) return refusal;
      const key = addressKey(address);
      let person = uid;
      let isOpen = true;
      total += 1;
      byAddress.add(key);
      if (person !== null) byPerson.add(person);
      return {
        identify(next) {
          if (next === person) return null;
          if (byPerson.of(next) >= limits.perPerson) return 'person';
          if (person !== null) byPerson.remove(person);
          if (isOpen) byPerson.add(next);
          person = next;
          return null;
        },
        release() {
          if (!isOpen) return;
          isOpen = false;
          total -= 1;
          byAddress.remove(key);
          if (person !== null) byPerson.remove(person);
        },
      };
    },
  };
}
