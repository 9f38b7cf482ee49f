// The app's one store and API client, and typed hooks over them.
import { createClient } from '@kerb/sdk/client';
import { createKerbStore, type KerbDispatch, type RootState } from '@kerb/sdk/store';
import { useDispatch, useSelector } from 'react-redux';
import { apiOrigin } from './env.ts';

export const client = createClient({ baseUrl: apiOrigin });
export const store = createKerbStore({ client });

export const useKerbDispatch = useDispatch.withTypes<KerbDispatch>();
export const useKerbSelector = useSelector.withTypes<RootState>();
