// Entry point of the typed client: calls of the API, errors and retries.
export { ApiError, type ApiErrorCode } from './api-error.ts';
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  type InputOf,
  randomKey,
} from './call-route.ts';
export { createClient } from './create-client.ts';
export { createLazyClient } from './create-lazy-client.ts';
export { createHostedCalls, HostedCallError, type HostedCalls } from './hosted.ts';
export type { RetryPolicy } from './retry.ts';
export { isTransientCode } from './transient-codes.ts';
