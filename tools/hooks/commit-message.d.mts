// Types of commit-message.mjs, which the git hook runs without a compiler.
export function problemsOfCommitMessage(message: string): string[];
