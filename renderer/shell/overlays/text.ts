import type { DeviceNeed } from '#shared/domain/device-fitness.ts'
import type { DeviceSettings } from '#shared/domain/device-grading.ts'

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
  unauthorised: 'Unauthorised VPN or proxy detected',
  unauthorisedMore: 'Turn it off to go on working. Nothing that you have written is lost.',
  checkAgain: 'Check again',
  checking: 'Checking…',
  unsupportedLead:
    'You can go on, but the work may be slow or not fit on the screen. This device has less than needed:',
  unsupportedWhy: 'Details',
  unsupportedGoOn: 'Continue anyway',
} as const

/** What a device must have, by the settings that it was held against (spec 1 §9). */
export function needText(need: DeviceNeed, { minimumScreen, thresholds }: DeviceSettings): string {
  if (need === 'screen') return `A screen of at least ${minimumScreen.width} by ${minimumScreen.height}`
  return need === 'threadCount'
    ? `A processor with at least ${thresholds.threadCount?.poor} threads`
    : `At least ${thresholds.memorySize?.poor} GB of memory`
}

/** The countdowns, in whole seconds. */
export const goingToSignIn = (seconds: number): string => `You can sign in again in ${inSeconds(seconds)}.`
export const reloadingIn = (seconds: number): string => `Updating: the page reloads in ${inSeconds(seconds)}.`

function inSeconds(seconds: number): string {
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}

/** A desktop client below the least version. The documents name the warning, not its words. */
export const desktopOutdated = ({ version, minimum }: { version: string; minimum: string }): string =>
  `This desktop app is version ${version}. Please update it to ${minimum} or newer: older ones are no longer supported.`
