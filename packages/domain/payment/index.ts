// Entry point of payments: providers, the states of a payment, and how a provider's report changes them.
export * from './payment-life.ts';
export * from './provider.ts';
