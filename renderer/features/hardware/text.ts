import type { Part } from '#shared/domain/device-fitness.ts'
import type { Metric } from '#shared/domain/device-grading.ts'

/** Words that the documents quote (spec 3 §5, §8). */
export const FEATURE_OFF = 'This feature has not been enabled for your account'
export const NO_INFORMATION = 'Unable to get any information at this stage. Please try again later'
export const applicationsClosed = (count: number): string => `${count} application(s) closed`

export const HARDWARE_TEXT = {
  title: 'Hardware testing',
  run: 'Run the tests',
  runAgain: 'Run the tests again',
  cancel: 'Cancel',
  cancelled: 'The tests were cancelled.',
  testingForOther:
    'Somebody who looks after this machine tests its connection. It takes about a minute; go on working.',
  testedForOther: 'The test of your connection is over.',
  lastResult: 'Last result',
  wanting: (parts: readonly string[]) => `Wanting: ${parts.join(', ')}.`,
  closeApps: 'Close applications',
  failed: 'The tests could not be run. Please try again.',
  reportsFailed: 'The reports could not be fetched.',
  loadFailed: 'The settings of the tests could not be fetched.',
  tryAgain: 'Try again',
  saveFailed: 'The result could not be saved; it is shown here all the same.',
  whatToDo: 'What to do',
  testServer: 'Test server',
  tests: 'Tests',
  ownServer: 'Your company’s server',
  inBrowser:
    'A browser shows little of the machine: processor load, disk and wifi are read by the desktop app.',
} as const

/** Said where the provider of speed tests failed, after the host's own words. */
export const fallbackWords = (reason: string): string => `${reason} Your company’s server is used instead.`

export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  download: 'Download',
  upload: 'Upload',
  ping: 'Ping',
  jitter: 'Jitter',
  loss: 'Packet loss',
  memorySize: 'Memory',
  threadCount: 'Processor threads',
  memoryUsage: 'Memory in use',
  cpuUsage: 'Processor load',
  diskUtilisation: 'Disk use',
  wifiSignalStrength: 'Wifi signal',
}

/** What is looked at besides the readings. */
export const PART_NAMES: Readonly<Record<Part, string>> = {
  ...METRIC_NAMES,
  screen: 'Screen size',
  tests: 'Tests of the connection',
  microphone: 'Microphone',
  headset: 'Headset',
  camera: 'Camera',
  speakers: 'Loudspeaker',
}

const CLOSER = 'Move closer to your router, or better, plug in a network cable.'
const QUIETER = 'Pause downloads, streaming and cloud backups on your network, then test again.'
const STEADIER = 'Plug in a network cable. If that is no help, restart your router and test again.'
const LITTLE =
  'This machine has as little of it as your work allows, or less. If calls stutter, send this page to support.'
const FEWER = 'Close the applications and browser tabs that you do not need.'

/** What a person can do where a reading is fair or poor. */
export const METRIC_ADVICE: Readonly<Record<Metric, string>> = {
  download: QUIETER,
  upload: QUIETER,
  ping: STEADIER,
  jitter: STEADIER,
  loss: STEADIER,
  memorySize: LITTLE,
  threadCount: LITTLE,
  memoryUsage: FEWER,
  cpuUsage: FEWER,
  diskUtilisation: 'The disk is busy: let updates and backups finish, then test again.',
  wifiSignalStrength: CLOSER,
}

export const MEDIA_PROBLEMS = {
  blocked: {
    microphone:
      'The microphone is blocked for this page. Click the icon to the left of the address, allow the microphone, and test again.',
    camera:
      'The camera is blocked for this page. Click the icon to the left of the address, allow the camera, and test again.',
  },
  missing: {
    microphone: 'No microphone was found. Plug in your headset and test again.',
    camera: 'No camera was found. If your work needs one, plug it in and test again.',
  },
  busy: {
    microphone: 'Another application is using the microphone. Close it and test again.',
    camera: 'Another application is using the camera. Close it and test again.',
  },
  unsupported: {
    microphone: 'The microphone cannot be tested here: the page must be opened over https.',
    camera: 'The camera cannot be tested here: the page must be opened over https.',
  },
} as const
