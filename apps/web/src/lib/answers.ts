// The cache of everything the server answers to signed-in people, with hooks, joined to the app's store.
// A visitor's first load is without it: only screens that are loaded later import this file.
import { createAnswers, joinAnswers } from '@kerb/sdk/answers';
import { createApi } from '@reduxjs/toolkit/query/react';
import { live } from './live.ts';
import { store } from './store.ts';

export const answersApi = createAnswers(createApi);
joinAnswers(store, answersApi, live);

/** By the name of the route: `answers.listPromos.useQuery({ query })`, `answers.addPromo.useMutation()`. */
export const answers = answersApi.endpoints;
