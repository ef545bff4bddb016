/** What the shell's overlays and banners say (spec 1 §2.8, §4, §8). */
export const OVERLAY_TEXT = {
  loading: 'Loading.... Please wait...',
  sessionEnded: 'Session ended',
  sessionEndedMore: 'You are logged out. What you had not sent is kept on this device.',
  leaving: 'Logging out…',
  invalidMore: 'What you had not sent is kept on this device.',
  mobileRefused: 'Access denied: Invalid mobile session',
  mobileRefusedMore: 'Your account may not use the mobile app. Please ask your supervisor.',
  companionChecking: 'Looking for your companion session…',
  companionNeeded: 'Connect your companion device',
  companionNeededMore:
    'You need a connected companion session to work on this computer. Sign in on your companion device; this message goes as soon as it is connected.',
  licenceExpiredMore: 'Please ask your administrator to renew it. You can go on as soon as it is renewed.',
  updateAvailable: 'A new version is available.',
  updateNow: 'Update',
  updateDismiss: 'Dismiss',
  updateFetching: 'Fetching the new version…',
  logOut: 'Log out',
} as const

/** The countdowns, in whole seconds. */
export const goingToSignIn = (seconds: number): string => `You can sign in again in ${inSeconds(seconds)}.`
export const reloadingIn = (seconds: number): string => `Updating: the page reloads in ${inSeconds(seconds)}.`

function inSeconds(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
