import { deviceSettings } from '../contract/device-health.ts'
import { screenThresholds } from '../contract/settings-entities.ts'
import {
  DEFAULT_THRESHOLDS,
  type Metric,
  DEFAULT_DEVICE_SETTINGS as USUAL,
} from '../domain/device-grading.ts'
import { DEPLOYMENT_DEFAULTS } from '../domain/settings.ts'
import { BADGE_TESTS } from '../domain/speed-test.ts'
import { inSection } from './setting.ts'
import { contracted, decimal, each, flag, group, part, text, whole } from './shape.ts'

const devices = inSection('devices')

const AMOUNT_MAX = 1_000_000
const bound = decimal({ min: 0, max: AMOUNT_MAX, step: 0.1 })
const bounds = group({
  exceptional: part('Exceptional', bound),
  veryGood: part('Very good', bound),
  good: part('Good', bound),
  fair: part('Fair', bound),
  poor: part('Poor', bound),
})

const METRIC_WORDS: Readonly<Record<Metric, string>> = {
  download: 'Download (Mbit/s)',
  upload: 'Upload (Mbit/s)',
  ping: 'Ping (ms)',
  jitter: 'Jitter (ms)',
  loss: 'Packet loss (%)',
  memorySize: 'Memory (GB)',
  threadCount: 'Threads',
  wifiSignalStrength: 'Wifi signal (%)',
  memoryUsage: 'Memory in use (%)',
  cpuUsage: 'Processor in use (%)',
  diskUtilisation: 'Disk in use (%)',
}

const tests = () => whole({ min: 1, max: BADGE_TESTS, unit: 'tests' })
const skip = (what: string, meaning: string) => ({ label: `Skip the ${what}`, meaning })

export const DEVICES = {
  'devices.isEnabled': devices(flag(), USUAL.isEnabled, {
    label: 'Check devices',
    meaning: 'Off: nobody’s machine is measured or refused.',
  }),
  'devices.testsToRun': devices(tests(), USUAL.testsToRun, {
    label: 'Tests to run',
    meaning: 'How many tests make one run of the hardware test.',
  }),
  'devices.testsToPass': devices(tests(), USUAL.testsToPass, {
    label: 'Tests to pass',
    meaning: 'How many of a run have to be good enough. Not more than are run.',
  }),
  'devices.minimumScreen': devices(
    contracted(screenThresholds, {
      kind: 'group',
      fields: {
        minimumWidth: part('Width', whole({ min: 320, max: 7680, unit: 'px' })),
        minimumHeight: part('Height', whole({ min: 240, max: 4320, unit: 'px' })),
      },
    }),
    DEPLOYMENT_DEFAULTS.screenThresholds,
    {
      label: 'Smallest screen',
      meaning: 'A machine with a smaller screen is unsupported.',
      row: 'deployment.screenThresholds',
    },
  ),
  'devices.minimumDesktopClient': devices(
    text({
      max: 30,
      min: 0,
      pattern: {
        test: /^(\d{1,5}(\.\d{1,5}){0,3})?$/,
        error: 'A version is numbers and dots, such as 1.2.0.',
      },
    }),
    DEPLOYMENT_DEFAULTS.minimumDesktopClient,
    {
      label: 'Oldest desktop client',
      meaning: 'People with an older desktop client are warned. Empty: nobody is.',
      row: 'deployment.minimumDesktopClient',
    },
  ),
  'devices.allowVPN': devices(flag(), USUAL.allowVPN, {
    label: 'Allow other VPNs',
    meaning: 'On: work may go on while a VPN that isn’t the company’s is in use.',
  }),
  'devices.proxyAndVPNCheck': devices(flag(), USUAL.proxyAndVPNCheck, {
    label: 'Proxy and VPN check',
    meaning:
      'On: the desktop client looks for proxies and VPNs, and nobody works through one that isn’t allowed.',
  }),
  'devices.hotfixCheck': devices(flag(), USUAL.hotfixCheck, {
    label: 'Hotfix check',
    meaning: 'On: people are warned where Windows has installed no security patches lately.',
  }),
  'devices.requireUSBHeadset': devices(flag(), USUAL.requireUSBHeadset, {
    label: 'USB headset required',
    meaning: 'On: a machine without a USB headset is unsupported.',
  }),
  'devices.skipInternetCheck': devices(
    flag(),
    USUAL.skipInternetCheck,
    skip('check of the connection', 'On: how fast the connection is doesn’t matter.'),
  ),
  'devices.skipMicrophoneCheck': devices(
    flag(),
    USUAL.skipMicrophoneCheck,
    skip('microphone check', 'On: nobody is asked to try the microphone.'),
  ),
  'devices.skipCameraCheck': devices(
    flag(),
    USUAL.skipCameraCheck,
    skip('camera check', 'On: nobody is asked to try the camera.'),
  ),
  'devices.skipSpeakersCheck': devices(
    flag(),
    USUAL.skipSpeakersCheck,
    skip('speaker check', 'On: nobody is asked to try the speakers.'),
  ),
  'devices.showWindowsAccountCreation': devices(flag(), USUAL.showWindowsAccountCreation, {
    label: 'Show how to make a Windows account',
    meaning: 'Whether the hardware page explains how to make a Windows account for work.',
  }),
  'devices.thresholds': devices(
    contracted(deviceSettings.shape.thresholds, each(METRIC_WORDS, bounds).editor),
    DEFAULT_THRESHOLDS,
    {
      label: 'Bounds of the grades',
      meaning: 'From which reading on a machine or its connection is how good.',
    },
  ),
} as const
