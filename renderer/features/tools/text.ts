/** What the VPN menu, the launch buttons and their overlay say. Quoted words are the spec's (1 §5, §8). */
export const TOOL_TEXT = {
  vpn: 'VPN',
  vpnOff: 'You are not connected to our VPN!',
  vpnUnknown: 'The VPN’s state is known in the desktop app only.',
  vpnAsking: 'Asking for the VPN’s state…',
  vpnConnecting: 'Connecting…',
  vpnEnding: 'Disconnecting…',
  connect: 'Connect',
  disconnect: 'Disconnect',
  soonOver: 'Your VPN session is about to be ended. Please reconnect when you can.',
  longUp: 'Your VPN session is close to its end.',
  tools: 'Tools',
  dialler: 'Dialler',
  diallerHint: 'Make calls without the survey tool',
  surveyTool: 'Survey tool',
  surveyToolHint: 'With the dialler, ready to interview',
  dimensions: 'Dimensions',
  dimensionsHint: 'CATI on the live system',
  staging: 'Dimensions staging',
  stagingHint: 'CATI on the staging system',
  assist: 'Remote assist',
  assistHint: 'Let support see this computer',
  switchTitle: 'Before you switch project',
  switchHint: 'Sign out of the programs of this project first.',
  switchStates: { RUNNING: 'Running', STOPPED: 'Not running', UNAVAILABLE: 'Not on this computer' },
  switchUnknown: 'Not known',
  switchLogout: 'Sign out of them',
  switchedOut: 'You are signed out of the dialler and the survey tool.',
  busyTitle: (what: string) => `Starting ${what}…`,
  busyBody: 'This takes up to half a minute. Please wait and leave its windows as they are.',
} as const

/** '2 h 5 min', '45 min', 'less than a minute'. */
export function uptimeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes === 0) return 'less than a minute'
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
}
