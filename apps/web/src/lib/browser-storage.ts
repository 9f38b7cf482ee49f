// Reads and writes the browser's storage. Where it is blocked, as in some private windows, or full, nothing is stored.

export interface BrowserStorage {
  /** The stored text; null when none is stored. */
  readonly read: (key: string) => string | null;
  /** The stored JSON value; null when none or invalid JSON is stored. */
  readonly readJson: (key: string) => unknown;
  /** Stores a text; null removes the stored one. Returns false when storage is blocked or full. */
  readonly write: (key: string, text: string | null) => boolean;
}

function storageOf(name: 'localStorage' | 'sessionStorage'): BrowserStorage {
  const read = (key: string) => {
    try {
      return window[name].getItem(key);
    } catch {
      return null;
    }
  };
  return {
    read,
    readJson(key) {
      try {
        return JSON.parse(read(key) ?? 'null');
      } catch {
        return null;
      }
    },
    write(key, text) {
      try {
        if (text === null) window[name].removeItem(key);
        else window[name].setItem(key, text);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Lasts until it is removed, and is shared by all tabs. */
export const deviceStorage = storageOf('localStorage');

/** Lasts as long as its tab, across reloads. */
export const tabStorage = storageOf('sessionStorage');
