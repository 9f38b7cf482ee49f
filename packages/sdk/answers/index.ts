// Front door of the cache of answers: one owner for everything that the server answers.
export { type Answers, createAnswers } from './answers-api.ts';
export type { AnswerError, ChangeInput, ReadInput } from './definitions.ts';
export { joinAnswers, type LiveSource } from './join-answers.ts';
export { createSpecificationSlices } from './specification-slices.ts';
export { outdatedAfter } from './tags.ts';
