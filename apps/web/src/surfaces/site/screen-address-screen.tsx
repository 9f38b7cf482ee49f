// Screen of an address with a screen name of the specification; redirects to the screen of the user's role.
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { screenOf } from '../../lib/notices/screen-address.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { NotFound } from '../../ui/not-found.tsx';

export function ScreenAddressScreen() {
  const { user } = useAuth();
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  if (!user) return null;
  const leads = { screen: pathname.slice(1), params: { bookingId: query.get('bookingId') ?? '' } };
  const address = screenOf(leads, user.usertype);
  return address === null ? <NotFound /> : <Navigate to={address} replace />;
}
