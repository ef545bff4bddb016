import { DEVICE_HEALTH_LIMIT_MS } from '../services/device-health/device-health-service.ts'
import { PROVIDER_TEST_LIMIT_MS } from '../services/performance/ookla-test.ts'
import { PACKET_TEST_LIMIT_MS } from '../services/performance/packet-test.ts'
import { TURN_WAIT_MS } from '../services/poll-turns.ts'
import { HOTFIX_LIMIT_MS } from '../services/safety-checks/hotfixes.ts'
import { GEOLOCATION_LIMIT_MS } from '../services/surroundings/geolocation.ts'
import { DIAL_LIMIT_MS } from '../services/vpn/ras-vpn.ts'

const USUAL_LIMIT_MS = 5_000

/** Added to the limit that a command has itself, so that its own message arrives. */
const MARGIN_MS = 2_000

/** Each program of the system has 20 s; a command may need two, and Windows' functions before them. */
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
  // Before and after dialling, the credentials are put into the phone book and removed.
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
  // Before it runs, the installer is read and its signature checked.
  installUpdate: PROGRAMS_LIMIT_MS,
  playText: READING_LIMIT_MS,
}

/** After how many milliseconds a command is given up. */
export function commandTimeLimit(name: string): number {
  return limits[name] ?? USUAL_LIMIT_MS
}
