// Creates the RTK Query cache of API responses, with its hooks, and connects it to the app's store. It is not part of a
// visitor's first load: only lazily loaded code imports this file (signed-in screens, the list of promos in the booking
// form, and the development inbox).
import { createAnswers, joinAnswers } from '@kerb/sdk/answers';
import { createApi, setupListeners } from '@reduxjs/toolkit/query/react';
import { live } from './live.ts';
import { store } from './store.ts';

export const answersApi = createAnswers(createApi);
joinAnswers(store, answersApi, live);
// Without it, polling with `skipPollingIfUnfocused` would not notice that the page is hidden or shown again.
setupListeners(store.dispatch);

/** Endpoints by route name: `answers.listPromos.useQuery({ query })`, `answers.addPromo.useMutation()`. */
export const answers = answersApi.endpoints;
