// Table of the names that the specification defines, by section; each must have a row in docs/coverage.md.

const words = (text: string): string[] => text.trim().split(/\s+/);

export const specificationNames: Readonly<Record<string, readonly string[]>> = {
  /** Users and features of the platform. */
  '§1': [
    'riders',
    'drivers',
    'fleet admins',
    'admins',
    'right to left',
    '240 countries',
    'logo images',
    'app category',
    'delete-account',
    'hyphenated dial codes',
  ],
  /** Routes, public and protected, and the mobile screens. */
  '§2': words(`
    / /about-us /privacy-policy /login /bookings /profile /dashboard /cartypes /cancelreasons /addbookings /promos
    /riders /drivers /alladmin /fleetadmins /driverearning /notifications /earningreports /addtowallet /withdraws
    /settings /appinfo /languagesetting BookedCab onlineChat Wallet DriverTrips Setup header footer breakpoints drawer
    spinner phone_no_update 404`),
  /** Entities, settings, and the slices of the client. */
  '§3': [
    ...words(`
      User Booking Promo Notification Place Language Settings tracking savedAddresses walletHistory ratings
      symbol code decimal swipe_symbol otp_secure driver_approval bonus walletMoneyField country restrictCountry
      AllowCountrySelection convert_to_mile CarHornRepeat AllowDeliveryPickupImageCapture
      AllowFinalDeliveryImageCapture RiderWithDraw horizontal_view showLiveRoute driverRadius autoDispatch
      negativeBalance bank_fields panic AllowCriticalEditsAdmin FacebookLoginEnabled appName CompanyName
      CompanyWebsite CompanyTerms contact_email FacebookHandle TwitterHandle InstagramHandle AppleStoreLink
      PlayStoreLink
      auth cartypes bookinglistdata estimatedata bookingdata cancelreasondata promodata usersdata notificationdata
      driverearningdata earningreportsdata settingsdata paymentmethods tripdata taskdata locationdata chatdata
      withdrawdata gpsdata languagedata
      paypal braintree stripe paytm payulatam flutterwave paystack securepay payfast liqpay culqi mercadopago test`),
    'Payment packet',
    'Booking request',
    'Route details',
    'Instruction data',
    'Booking result',
    'Car type',
    'Withdraw request',
    'Wallet history entry',
    'Chat message',
    'Cancel reason',
    'Earning report row',
    'Driver earning row',
    'Payment provider',
    'Driver extras',
    'Estimate',
  ],
  /** Statuses, actions of the console, and the lifecycle of the slices. */
  '§4': [
    ...words('PAYMENT_PENDING NEW ACCEPTED ARRIVED STARTED REACHED PENDING PAID COMPLETE CANCELLED'),
    'cancel',
    'assign driver',
    'pay now',
    'trip points',
    'estimate and booking slices',
    'location fetch',
    'message fetch',
    'auth slice',
    'short-link',
    'Language',
    'withdraw request',
    'social sign-up',
    'creation',
    'active bookings',
    'booking type',
    'login',
    'client slices',
    'not_valid_user_type',
    'user_issue_contact_admin',
    'Book click',
    'payment-provider dialog',
    'requestedDrivers',
  ],
  /** The keys and rules of validation. */
  '§5': words(`
    must_login user_issue_contact_admin profile_incomplete select_proper incomplete_user place_to_coords_error
    past_booking_error no_driver_found_alert_messege deliveryDetailMissing google_places_error proper_email
    profile_updated OTP user_exists email_or_mobile_issue referralId proper_bonus update_failed no_details_error
    no_user_match AllowCriticalEditsAdmin otp_validate_error demo_mode createdByAdmin usertype`).concat([
    'Cannot delete default language',
    'JSON Error',
    'No Route Found',
    'international form',
    'earnings',
  ]),
  '§6': [
    'booking lists',
    'bank',
    'export',
    'fleetadmin',
    'data loaded after login',
    'social',
    'booking_type_admin',
    'masked',
    'Hidden for Demo',
    'licence',
  ],
  /** Hosted functions, actions of the console, files and third parties. */
  '§7': words(`
    geolocation collections autocomplete coordinates directions validate_referrer check_user_exists user_signup get_providers
    send_notification short-link fetchUser fetchCarTypes fetchSettings fetchBookings fetchCancelReasons fetchPromos
    fetchDriverEarnings fetchUsers fetchUsersOnce fetchNotifications fetchEarningsReport fetchWithdraws
    fetchPaymentMethods fetchLanguages signOut updateProfile mobileSignIn facebookSignIn clearLoginError cancelBooking
    updateBooking RequestPushMsg editCarType editPromo addUser editUser deleteUser checkUserExists editSettings
    editLanguage editNotifications sendNotification completeWithdraw editCancellationReason addToWallet getEstimate
    clearEstimate addBooking clearBooking profileImage driverDocuments pickup_image captcha google facebook apple
    listeners tracking`),
  /** The catalogue of errors. */
  '§8': [
    ...words(`
      must_login user_issue_contact_admin profile_incomplete select_proper incomplete_user past_booking_error
      place_to_coords_error no_driver_found_alert_messege deliveryDetailMissing google_places_error proper_email
      otp_validate_error user_exists email_or_mobile_issue demo_mode proper_bonus no_details_error update_failed
      profile_updated success booking_success login_error require_approval auth_error not_logged_in no_bookings
      no_cancel_reason no_cars no_tasks no_user_match no_provider_found provider_fetch_error chat_not_found
      location_fetch_error allow_location phone_no_update not_valid_user_type fetchPlacesAutocomplete`),
    'Unable to fetch database and settings.',
    'No data available.',
    'No promos available.',
    'No users available.',
    'No WITHDRAWS available.',
    'No Languages available.',
    'No Route Found',
    'Cannot delete default language',
    'JSON Error',
    'Driver assigned successfully and notified.',
  ],
  /** Constants and limits. */
  '§9': [
    'fare',
    'convenience fee',
    'grand total',
    'profit',
    'grouping by month',
    '1.609344',
    'haversine',
    'trip distance',
    'saved-address',
    '15 minutes',
    'search radius',
    'six digits',
    '10000 to 99999',
    '1000 to 9999',
    'rating average',
    '200 ms',
    '1.5 s',
    'ten a page',
    'gross earning',
    'zoom 10',
    '35',
    'marker',
    'All, ANDROID, IOS',
    'Credit, Debit, Withdraw',
    'falls back to English',
    '400 px',
    'swipe_symbol',
    'seven characters',
    'flat or',
  ],
};
