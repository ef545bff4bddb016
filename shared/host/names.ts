/**
 * Names of everything that crosses between page and main process. They are apart from the schemas, so that
 * the preload doesn't carry the schema library. The tables of schemas must have exactly these keys, or they
 * don't compile.
 */
export const hostCommandNames = [
  'exit',
  'idleSeconds',
  'idleWatch',
  'deviceHealthCheck',
  'deviceID',
  'localAddress',
  'osHotfixCheck',
  'vpnProxyCheck',
  'vaultKeys',
  'vpnStart',
  'vpnStop',
  'vpnUptime',
  'diallerLaunch',
  'surveyToolLaunch',
  'surveyToolReauthenticate',
  'projectSwitchStatus',
  'projectSwitchLogout',
  'remoteAssist',
  'cloudDesktopStart',
  'wifi',
  'battery',
  'geolocation',
  'playText',
  'unreadMessages',
  'screenCapture',
  'screenShareEnded',
  'activeAppWatch',
  'speedTest',
  'speedProvider',
  'speedProviderRun',
  'speedProviderCancel',
  'closeApplications',
  'openDevtools',
  'installUpdate',
  'takeAppLink',
] as const
export const hostEventNames = [
  'idleWatch',
  'connectionChanged',
  'machineAway',
  'machineBack',
  'updateReady',
  'updatesSilent',
  'appLink',
  'activeApp',
  'stopScreenShare',
  'speedProviderProgress',
] as const

export type HostCommandName = (typeof hostCommandNames)[number]
export type HostEventName = (typeof hostEventNames)[number]
