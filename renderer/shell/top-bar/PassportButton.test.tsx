import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Fitness, fitnessOf, type MachineState, type PartState } from '#shared/domain/device-fitness.ts'
import { DEFAULT_DEVICE_SETTINGS } from '#shared/domain/device-grading.ts'
import { loadHardwareBadge, loadHardwareDialog } from '../../features/hardware/index.ts'
import { createMachineFitness, type FitnessState } from '../../services/machine/fitness.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { testShell } from '../../testing/shell.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { UnsupportedDevice } from '../overlays/UnsupportedDevice.tsx'
import { ShellProvider } from '../shell-context.tsx'
import { PassportButton } from './PassportButton.tsx'

const GB = 1024 * 1024
const NOW = {
  memorySize: 32 * GB,
  threadCount: 16,
  wifiSignalStrength: 99,
  memoryUsage: 20,
  cpuUsage: 20,
  diskUtilisation: 2,
}
const READINGS = { ...NOW, download: 120, upload: 25, ping: 8, jitter: 3, loss: 0 }
const RUN = {
  kind: 'TEST',
  takenAt: '2026-11-20T09:30:00.000Z',
  readings: READINGS,
  grade: 'EXCEPTIONAL',
  passed: 5,
  run: 5,
  isPassed: true,
  server: null,
} as const
const FINE: FitnessState['machine'] = {
  screen: { width: 1920, height: 1080 },
  now: NOW,
  run: RUN,
  microphone: 'works',
  camera: 'works',
  speakers: 'works',
  headset: 'found',
}

/** Everything that shows how fit a machine is, at once. */
async function show(machine: FitnessState['machine']) {
  const { services } = fakeServices()
  services.session.signIn(testToken(['MY_PROFILE_CAN_SEE_HARDWARE_TESTING']))
  const [HardwareDialog, HardwareBadge] = await Promise.all([loadHardwareDialog(), loadHardwareBadge()])
  const shell = testShell(services, createMachineFitness(services, {}))
  const { own } = renderSignedIn(
    services,
    <ShellProvider value={shell}>
      <PassportButton />
      <HardwareBadge />
      <HardwareDialog opened onClose={() => {}} />
      <UnsupportedDevice />
    </ShellProvider>,
  )
  // What the screen itself reads, and fails to, comes first.
  await act(async () => {})
  const fitness = fitnessOf(machine, DEFAULT_DEVICE_SETTINGS)
  const known = { machine, fitness, settled: true, isRead: true }
  await act(async () => {
    own.fitness.store.setState(known)
    shell.guard.fitness.store.setState(known)
  })
  return fitness
}

const HEADLINES: Readonly<Record<PartState, RegExp>> = {
  good: /^Your set-up is ready for work$/,
  attention: /^Your set-up will do, but could be better$/,
  problem: /Your set-up is not ready for work$/,
  unknown: /^Is your set-up fit for work/,
  skipped: /No checks are needed/,
}
const WORDS: Readonly<Record<PartState, string>> = {
  good: 'Fit for work',
  attention: 'Could be better',
  problem: 'Needs attention',
  unknown: 'Not tested yet',
  skipped: 'Not needed',
}

async function expectOneVerdict({ groups, verdict, parts }: Fitness, machine: MachineState) {
  const headings = screen.getAllByRole('heading', { level: 3, hidden: true })
  expect(headings.map(({ textContent }) => textContent)).toContainEqual(
    expect.stringMatching(HEADLINES[verdict]),
  )
  const unsupported = screen.queryByRole('dialog', { name: 'Unsupported device', hidden: true })
  const lacks = [parts.screen, parts.threadCount, parts.memorySize].includes('problem')
  expect(unsupported !== null).toBe(lacks)
  const button = screen.getByRole('button', { name: /^Passport check/, hidden: true })
  const failing = Object.values(groups).filter((state) => state === 'problem').length
  expect(button.textContent).toBe(failing === 0 ? 'Passport check' : `Passport check, ${failing}`)
  await userEvent.setup().click(button)
  const rows = within(await screen.findByRole('dialog', { name: 'Passport check', hidden: true }))
  const shown = rows.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)
  expect(shown).toEqual([
    `Internet connection ${WORDS[groups.internet]}`,
    `Device ${WORDS[groups.device]}`,
    `Sound and camera ${WORDS[groups.media]}`,
    'VPN and proxy Not known in a browser',
  ])
  const badge = screen.getByRole('button', { name: /^Connection:/, hidden: true })
  if (badge.dataset.colour === 'red') expect(verdict).toBe('problem')
  expect(badge.dataset.colour === 'red').toBe(machine.run?.grade === 'POOR')
}

const now = (changes: Partial<typeof NOW>) => ({ now: { ...NOW, ...changes } })
const run = (changes: Partial<typeof READINGS>, more = {}) => ({
  run: { ...RUN, readings: { ...READINGS, ...changes }, ...more },
})

test.each<[string, Partial<FitnessState['machine']>, PartState]>([
  ['nothing', {}, 'good'],
  ['the screen', { screen: { width: 1280, height: 720 } }, 'problem'],
  ['the processor', now({ threadCount: 2 }), 'problem'],
  ['the memory', now({ memorySize: 2 * GB }), 'problem'],
  ['the load of the moment', now({ cpuUsage: 95 }), 'attention'],
  ['the wifi', now({ wifiSignalStrength: 60 }), 'problem'],
  ['the download', run({ download: 3 }, { grade: 'POOR', isPassed: false }), 'problem'],
  ['some of the tests', run({}, { isPassed: false, passed: 3 }), 'problem'],
  ['a ping that is fair', run({ ping: 40 }), 'attention'],
  ['the microphone', { microphone: 'blocked' }, 'problem'],
  ['a quiet microphone', { microphone: 'unheard' }, 'attention'],
  ['the loudspeakers', { speakers: 'silent' }, 'problem'],
  ['no camera', { camera: 'missing' }, 'attention'],
  ['the camera', { camera: 'busy' }, 'problem'],
  [
    'three at once',
    { microphone: 'busy', screen: { width: 800, height: 600 }, ...run({ loss: 9 }) },
    'problem',
  ],
])(
  'where %s fails, hardware testing, passport check, guard and badge say the same',
  async (_, changes, expected) => {
    const machine = { ...FINE, ...changes } as FitnessState['machine']
    const fitness = await show(machine)
    expect(fitness.verdict).toBe(expected)
    await expectOneVerdict(fitness, machine)
    cleanup()
  },
)
