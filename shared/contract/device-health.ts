import * as z from 'zod/mini'
import { PART_STATES } from '../domain/device-fitness.ts'
import { GRADES, METRICS, type Metric } from '../domain/device-grading.ts'
import { BADGE_TESTS } from '../domain/speed-test.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'
import { screenThresholds } from './settings-entities.ts'

const amount = z.number().check(z.minimum(0), z.maximum(1e12))

/** The bounds between grades; memory in gigabytes. */
const bounds = z.object({
  exceptional: amount,
  veryGood: amount,
  good: amount,
  fair: amount,
  poor: amount,
})

function perMetric<S extends z.ZodMiniType>(schema: S): Record<Metric, S> {
  return Object.fromEntries(METRICS.map((metric) => [metric, schema])) as Record<Metric, S>
}

export const grade = z.enum(GRADES)

/** Readings of one test, in the units of `shared/domain/device-grading.ts`; null where nothing was read. */
export const readings = z.object(perMetric(z.nullable(amount)))

/** The thresholds for the screen belong to another setting of the installation, `screen-thresholds`. */
const { minimumWidth, minimumHeight } = screenThresholds.shape
const tests = z.int().check(z.minimum(1), z.maximum(BADGE_TESTS))

export const deviceSettings = z.object({
  isEnabled: z.boolean(),
  testsToRun: tests,
  testsToPass: tests,
  minimumScreen: z.object({ width: minimumWidth, height: minimumHeight }),
  allowVPN: z.boolean(),
  /** Whether the desktop client looks for proxies and VPNs. */
  proxyAndVPNCheck: z._default(z.boolean(), true),
  /** Whether it looks for missing updates of Windows. */
  hotfixCheck: z._default(z.boolean(), true),
  requireUSBHeadset: z.boolean(),
  skipInternetCheck: z.boolean(),
  skipMicrophoneCheck: z.boolean(),
  skipCameraCheck: z.boolean(),
  skipSpeakersCheck: z.boolean(),
  showWindowsAccountCreation: z.boolean(),
  thresholds: z.object(perMetric(z.optional(bounds))),
})

export const deviceConnectivityThresholds = call({
  method: 'GET',
  path: '/api/device-health/settings/device-connectivity-thresholds',
  request: noPayload,
  response: deviceSettings,
  summary: 'What a device must meet: the stored settings, the defaults of the documents otherwise.',
  spec: '1 §7',
})

export const saveDeviceConnectivityThresholds = call({
  path: '/api/device-health/settings/save-device-connectivity-thresholds',
  request: deviceSettings,
  response: done,
  summary: 'Stores what a device must meet, for everybody.',
  spec: '1 §9',
  permission: 'ADMIN_CAN_EDIT_SETTINGS',
  extension: true,
})

/** `TEST` is the run of five tests, `BADGE` the run for the badge. */
const runKind = z.enum(['TEST', 'BADGE'])

/**
 * Name of the server that the connection was measured against; null where there was none, or it isn't known.
 */
const server = z.nullable(z.string().check(z.minLength(1), z.maxLength(200)))

/** A run of tests as it is kept: the median readings and their verdict. */
export const speedTestRun = z.object({
  kind: runKind,
  takenAt: timestamp,
  readings,
  grade,
  passed: z.int(),
  run: z.int(),
  isPassed: z.boolean(),
  // Older reports have no server.
  server: z._default(server, null),
})
export type SpeedTestRun = z.output<typeof speedTestRun>

export const saveSpeedTest = call({
  path: '/api/device-health/speed-test/new',
  request: z.object({
    kind: runKind,
    results: z.array(readings).check(z.minLength(1), z.maxLength(BADGE_TESTS)),
    server: z._default(server, null),
    /** The person began it; else it is kept on their shift only. */
    isOwn: z._default(z.boolean(), true),
  }),
  response: speedTestRun,
  summary: 'Keeps the results of a run of tests and grades them.',
  spec: '3 §4',
  permission: 'CAN_USE_SPEED_TEST',
  extension: true,
})

export const lastSpeedTest = call({
  method: 'GET',
  path: '/api/device-health/speed-test/last',
  request: noPayload,
  response: z.object({ last: z.nullable(speedTestRun) }),
  summary: "The person's last run of tests; null before the first.",
  spec: '3 §5',
  extension: true,
})

/** What a check of the hardware screen found. */
export const finding = z.object({
  check: z.string().check(z.minLength(1), z.maxLength(60)),
  state: z.enum(PART_STATES),
  detail: z.string().check(z.maxLength(300)),
})
export type Finding = z.output<typeof finding>

const report = {
  findings: z.array(finding).check(z.minLength(1), z.maxLength(30)),
  /** The person's own words. */
  note: z.string().check(z.maxLength(1000)),
  /** The browser or desktop client, and the system, as they name themselves. */
  client: z.string().check(z.maxLength(300)),
}

export const sendHardwareReport = call({
  path: '/api/device-health/hardware-report/new',
  request: z.object(report),
  response: z.object({ id: recordID }),
  summary: "Sends what the hardware tests found to support, with the person's last run of tests.",
  spec: '3 §7',
  permission: 'MY_PROFILE_CAN_SEE_HARDWARE_TESTING',
  extension: true,
})

export const hardwareReport = z.object({
  id: recordID,
  userID,
  name: z.string(),
  sentAt: timestamp,
  ...report,
  lastRun: z.nullable(speedTestRun),
})
export type HardwareReport = z.output<typeof hardwareReport>

export const hardwareReports = call({
  path: '/api/device-health/hardware-report/get-all',
  request: noPayload,
  response: z.array(hardwareReport),
  summary: 'The newest 100 reports of hardware tests, newest first.',
  spec: '3 §7',
  permission: 'SUPPORT_HELP_CENTER',
  extension: true,
})
