// Counts messages of other servers that this server cannot read, and logs at most one per reason and minute.
import type { Logger } from './kit/observe/logger.ts';
import type { Metrics } from './kit/observe/metrics.ts';
import type { UnreadReason } from './ports/other-servers.ts';

/** Limits the log, because a server of another version may send thousands of such messages a second. */
const LOG_EVERY_MS = 60_000;

interface ReportDeps {
  logger: Pick<Logger, 'warn'>;
  metrics: Pick<Metrics, 'messagesUnread'>;
  /** Returns ms. */
  now?: () => number;
}

/** Logs the first message of each reason, and at most one more a minute afterwards. */
export function reportUnread({ logger, metrics, now = () => performance.now() }: ReportDeps) {
  const loggedAt = new Map<UnreadReason, number>();
  return (reason: UnreadReason, cause: unknown): void => {
    metrics.messagesUnread.inc({ reason });
    const last = loggedAt.get(reason);
    if (last !== undefined && now() - last < LOG_EVERY_MS) return;
    loggedAt.set(reason, now());
    logger.warn(
      { err: cause, reason },
      'Messages of another server cannot be read and are ignored: it may have another version',
    );
  };
}
