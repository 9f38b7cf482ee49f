// Entry point of identity: users, roles and sign-in rules.
export * from './demo-people.ts';
export * from './full-name.ts';
export * from './managed-by.ts';
export * from './otp.ts';
export * from './ratings.ts';
export * from './referral-id.ts';
export * from './referral-rules.ts';
export * from './review.ts';
export * from './second-factor.ts';
export * from './send-limits.ts';
export * from './sign-in-refusal.ts';
export * from './social-account.ts';
export * from './user.schema.ts';
