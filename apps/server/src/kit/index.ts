// Public interface of the kit, the shared foundation of all modules.
export type { Clock } from '../ports/clock.ts';
export type { Ids } from '../ports/ids.ts';
export {
  type CsvCell,
  type CsvColumn,
  type CsvLine,
  csvStream,
  escapeLaterFormulas,
  OTHER_SEPARATORS,
} from './csv/csv-stream.ts';
export { idCursor, invalidCursor, numberCursor, readCursor, writeCursor } from './cursor.ts';
export * from './db/index.ts';
export { escapeHtml } from './escape-html.ts';
export {
  type Actor,
  isOverTls,
  type ResolveKey,
  type ResolveSession,
  SESSION_COOKIE,
  type SecondFactorState,
  sessionCookieName,
} from './http/actor.ts';
export { outsideOfCalls } from './http/current-call.ts';
export { publicOriginOf } from './http/origin.ts';
export { PICTURE_POLICY } from './http/response-headers.ts';
export { type BoundRoute, type Handler, type HandlerInput, route, type Upload } from './http/route.ts';
export { guardFreshProof } from './http/second-factor.ts';
export { sendDownload } from './http/send-download.ts';
export { addJob, type JobHandlers, type JobOptions, removeJob } from './jobs/add-job.ts';
export { sessionsEnded } from './live/ended-sessions.ts';
export type { TopicPolicies, TopicPolicy } from './live/topic-policy.ts';
export type { ServerModule } from './module.ts';
export { recordSecurity, type SecurityLog } from './observe/security-log.ts';
export * from './outbox/index.ts';
export { readOnce, readSetOnce } from './read-once.ts';
export { readRowsTogether, readTogether } from './read-together.ts';
export { isSameText } from './same-text.ts';
export { createSortedCursor, type SortedOrder } from './sorted-cursor.ts';
