// Entry point of the response cache, which is the only owner of server responses in a client.
export { type Answers, createAnswers } from './answers-api.ts';
export type { AnswerError, ChangeInput, ReadInput } from './definitions.ts';
export { joinAnswers, type LiveSource } from './join-answers.ts';
export { createSpecificationSlices } from './specification-slices.ts';
export { outdatedAfter } from './tags.ts';
