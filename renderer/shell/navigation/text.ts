/** What the side bar says. The status tooltips are the documents' (spec 1 §8). */
export const NAVIGATION_TEXT = {
  main: 'Main',
  home: 'Home',
  search: 'Search (FAQ)',
  collapse: 'Collapse the side bar',
  expand: 'Expand the side bar',
  closeMenu: 'Close the menu',
  menu: 'Menu',
  more: 'More',
  moreModules: 'More modules',
  popOutChat: 'Open chat in its own window',
  status: 'Status',
  battery: 'Battery warning',
  noInternet: 'No internet',
  hubConnected: 'Connected to the communication hub',
  hubConnecting: 'Connecting to the communication hub',
  hubNotConnected: 'Hub not connected',
  noCallsOrMessages: 'You will not recieve calls or messages.',
  newInstance: 'Open a new instance',
  missedNone: 'No missed notifications',
  labelsFailed: 'Menu names could not be loaded. The last known or standard ones are shown.',
  labelsMended: 'Some menu names of this installation were mended',
  tryAgain: 'Try again',
} as const

/** '3 missed notifications' */
export function missedText(count: number): string {
  if (count === 0) return NAVIGATION_TEXT.missedNone
  return count === 1 ? '1 missed notification' : `${count} missed notifications`
}
