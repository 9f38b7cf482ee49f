// Discards the trip that was entered for the previous caller, which is stored outside the booking screen.
import { clearEstimate, clearTripPoints, type KerbDispatch, updateTripPickup } from '@kerb/sdk/store';

export function discardTrip(dispatch: KerbDispatch): void {
  dispatch(clearEstimate());
  dispatch(clearTripPoints());
  dispatch(updateTripPickup(null));
}
