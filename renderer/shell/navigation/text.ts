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
  noVpn: 'You are not connected to our VPN!',
  vpnUnknown: 'The state of the VPN is not known here',
  vpnDesktopOnly: 'Please use desktop app to use VPN',
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

/** 'Connected to our VPN for 2 h 5 min' */
export function vpnText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return `Connected to our VPN for ${hours > 0 ? `${hours} h ` : ''}${minutes % 60} min`
}
