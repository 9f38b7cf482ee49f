// React hook like `useNavigate`, for navigation from outside a page, which asks first if the page has unsaved input.
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { leavePage } from './page-guards.ts';

export function useGuardedNavigate(): (address: string) => void {
  const navigate = useNavigate();
  return useCallback((address) => leavePage(address, () => void navigate(address)), [navigate]);
}
