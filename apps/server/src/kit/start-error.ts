// An error that prevents the start, printed in the terminal as one sentence.

export class StartError extends Error {
  override name = 'StartError';
}

const reasons: Record<string, (path: string) => string> = {
  ENOSPC: (path) => `The disk that holds ${path} is full. Free some space and start again; nothing was lost.`,
  EDQUOT: (path) =>
    `The disk quota for ${path} is used up. Free some space and start again; nothing was lost.`,
  EROFS: (path) => `${path} is on a read-only disk. Set KERB_DATA to a folder that can be written.`,
  EACCES: (path) => `${path} cannot be written by this user. Set KERB_DATA to a folder that can be written.`,
  EPERM: (path) => `${path} cannot be written by this user. Set KERB_DATA to a folder that can be written.`,
  ENOTDIR: (path) => `${path} is not a folder. Set KERB_DATA to a folder that can be written.`,
  EEXIST: (path) => `${path} is not a folder. Set KERB_DATA to a folder that can be written.`,
  ENOENT: (path) => `${path} cannot be made. Set KERB_DATA to a folder that can be written.`,
};

/** Returns a StartError with a sentence when the disk caused the error, otherwise the error itself. */
export function explainDiskError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return error;
  const reason = reasons[error.code];
  return reason ? new StartError(reason(path), { cause: error }) : error;
}

/** The same for the output of a failed program such as initdb. */
export function explainDiskText(text: string, path: string): StartError | null {
  const code = /No space left on device/i.test(text)
    ? 'ENOSPC'
    : /Read-only file system/i.test(text)
      ? 'EROFS'
      : /Disk quota exceeded/i.test(text)
        ? 'EDQUOT'
        : /Permission denied/i.test(text)
          ? 'EACCES'
          : null;
  return code === null ? null : new StartError(reasons[code]?.(path) ?? text);
}
