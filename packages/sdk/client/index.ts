// Front door of the typed client.
export { ApiError, type ApiErrorCode } from './api-error.ts';
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  createClient,
  type InputOf,
  randomKey,
} from './create-client.ts';
export { createHostedCalls, HostedCallError, type HostedCalls } from './hosted.ts';
export type { RetryPolicy } from './retry.ts';
