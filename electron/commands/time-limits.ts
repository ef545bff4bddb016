import { DEVICE_HEALTH_LIMIT_MS } from '../services/device-health/device-health-service.ts'
import { PROVIDER_TEST_LIMIT_MS } from '../services/performance/ookla-test.ts'
import { PACKET_TEST_LIMIT_MS } from '../services/performance/packet-test.ts'
import { TURN_WAIT_MS } from '../services/poll-turns.ts'
import { HOTFIX_LIMIT_MS } from '../services/safety-checks/hotfixes.ts'
import { NETWORK_USE_LIMIT_MS } from '../services/safety-checks/network-use.ts'
import { GEOLOCATION_LIMIT_MS } from '../services/surroundings/geolocation.ts'
import { DIAL_LIMIT_MS } from '../services/vpn/ras-vpn.ts'

const USUAL_LIMIT_MS = 5_000

/** A command that has a time limit of its own is given this much more, so that its own words arrive. */
const MARGIN_MS = 2_000

/** Programs of the system are given 20 s each; a command may need two, and PowerShell before them. */
const PROGRAMS_LIMIT_MS = 60_000

/** People take their time to pick a screen. */
const PICKING_LIMIT_MS = 10 * 60_000

/** The longest text that is read out takes about six minutes. */
const READING_LIMIT_MS = 10 * 60_000

const limits: Readonly<Record<string, number>> = {
  deviceHealthCheck: DEVICE_HEALTH_LIMIT_MS + TURN_WAIT_MS + MARGIN_MS,
  osHotfixCheck: HOTFIX_LIMIT_MS + MARGIN_MS,
  speedTest: PACKET_TEST_LIMIT_MS + MARGIN_MS,
  speedProviderRun: PROVIDER_TEST_LIMIT_MS + MARGIN_MS,
  // A program each of them, 5 s at most.
  closeApplications: 60_000,
  vpnProxyCheck: NETWORK_USE_LIMIT_MS + TURN_WAIT_MS + MARGIN_MS,
  // Around the dialling the credentials are put into the phone book and taken out.
  vpnStart: DIAL_LIMIT_MS + PROGRAMS_LIMIT_MS,
  vpnStop: PROGRAMS_LIMIT_MS,
  vpnUptime: PROGRAMS_LIMIT_MS,
  diallerLaunch: PROGRAMS_LIMIT_MS,
  surveyToolLaunch: PROGRAMS_LIMIT_MS,
  surveyToolReauthenticate: PROGRAMS_LIMIT_MS,
  projectSwitchStatus: PROGRAMS_LIMIT_MS,
  projectSwitchLogout: PROGRAMS_LIMIT_MS,
  cloudDesktopStart: PROGRAMS_LIMIT_MS,
  geolocation: GEOLOCATION_LIMIT_MS + TURN_WAIT_MS + MARGIN_MS,
  screenCapture: PICKING_LIMIT_MS,
  // The installer is read and its signature looked at before it runs.
  installUpdate: PROGRAMS_LIMIT_MS,
  playText: READING_LIMIT_MS,
}

/** After how many milliseconds a command is given up. */
export function commandTimeLimit(name: string): number {
  return limits[name] ?? USUAL_LIMIT_MS
}
