import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  deviceConnectivityThresholds,
  hardwareReports,
  lastSpeedTest,
  type SpeedTestRun,
  saveSpeedTest,
  sendHardwareReport,
} from '#shared/contract/device-health.ts'
import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings, type Readings } from '#shared/domain/device-grading.ts'
import { verdictOf } from '#shared/domain/speed-test.ts'
import type { HostResult } from '#shared/host/command.ts'
import { createMachineFitness } from '../../services/machine/fitness.ts'
import type { Services } from '../../services/services.ts'
import { fakeDesktop as fakeHost } from '../../testing/fake-desktop.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { runBadgeTest } from './badge-test.ts'
import { HardwareBadge } from './HardwareBadge.tsx'
import { HardwareReports } from './HardwareReports.tsx'
import { HardwareScreen } from './HardwareScreen.tsx'
import { MediaFailure, type MediaLab } from './media/media-lab.ts'
import { FAST, fakeDesktop, fakeKit, PROVIDED } from './testing.ts'

const HEALTH = {
  memorySize: 8 * 1024 ** 2,
  memoryUsage: 40,
  threadCount: 8,
  cpuUsage: 92,
  diskUtilisation: 5,
  operatingSystem: 'Windows 11',
  hostName: 'DESK-17',
}

interface Options {
  readonly settings?: Partial<DeviceSettings> | null
  readonly last?: SpeedTestRun | null
  readonly desktop?: Services['desktop']
  readonly lab?: Partial<MediaLab>
  readonly connection?: typeof FAST
  readonly permissions?: Parameters<typeof testToken>[0]
  readonly screen?: { width: number; height: number } | null
}

function services({
  settings = {},
  last = null,
  desktop,
  screen: size = { width: 1920, height: 1080 },
}: Options) {
  const timers = manualTimers()
  const machine = { screen: () => size, onBattery: async () => false }
  const server = fakeServices({ timers, machine, ...(desktop && { desktop }) })
  server.answer(deviceConnectivityThresholds, () => {
    if (settings === null) throw refused(404, 'no')
    return { ...DEFAULT_DEVICE_SETTINGS, ...settings }
  })
  server.answer(lastSpeedTest, () => ({ last }))
  server.answer(saveSpeedTest, (({
    kind,
    results,
    server: against,
  }: {
    kind: 'TEST'
    results: Readings[]
    server: string
  }) => ({
    kind,
    takenAt: '2026-11-21T12:00:00.000Z',
    ...verdictOf(results, DEFAULT_DEVICE_SETTINGS),
    server: against,
  })) as never)
  server.answer(sendHardwareReport, () => ({ id: 1 }))
  const notices = () => server.services.notices.store.getState().map(({ message }) => message)
  return { ...server, pass: timers.pass, notices }
}

async function open(options: Options = {}) {
  const at = services(options)
  const { connection = FAST } = options
  const { kit, stopped } = fakeKit(options.lab, { measure: async () => connection })
  at.services.session.signIn(testToken(options.permissions ?? []))
  renderSignedIn(at.services, <HardwareScreen kit={kit} />)
  await waitFor(() => expect(at.made.map(({ path }) => path)).toContain(deviceConnectivityThresholds.path))
  const pass = async (ms: number) => act(async () => at.pass(ms))
  const runAll = async () => {
    await user.click(screen.getByRole('button', { name: /^Run the tests/ }))
    for (let i = 0; i < 5; i++) await pass(5000)
  }
  const user = userEvent.setup()
  return { ...at, user, pass, runAll, stopped }
}

const row = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement?.textContent

test('W012 W108 S121 five tests show their progress, then the grade of each reading and of the whole', async () => {
  const at = await open()
  await at.user.click(screen.getByRole('button', { name: 'Run the tests' }))
  const progress = await screen.findByRole('progressbar', { name: 'Progress of the tests' })
  await waitFor(() => expect(progress.getAttribute('aria-valuetext')).toBe('1 of 5 tests done'))
  for (let i = 0; i < 5; i++) await at.pass(5000)
  expect(await screen.findByRole('heading', { name: 'Your set-up is ready for work' })).toBeDefined()
  expect(screen.getByText('Overall: Grade B')).toBeDefined()
  expect(screen.getByText(/^5 of 5 tests passed, today \d\d:\d\d\.$/)).toBeDefined()
  expect(row('Download')).toBe('Download60 Mbit/sGrade B')
  expect(row('Packet loss')).toBe('Packet loss0 %Grade A')
  expect(row('Memory')).toBe('Memory16 GBGrade B')
  expect(row('Processor threads')).toBe('Processor threads12Grade B')
  expect(row('Processor load')).toBe('Processor loadNot read')
  expect([...document.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
    'Download',
    'Upload',
    'Ping',
    'Jitter',
    'Packet loss',
    'Wifi signal',
    'You work from',
    'Test server',
    'Memory',
    'Processor threads',
    'Memory in use',
    'Processor load',
    'Disk use',
  ])
})

test('W109 W012 a poor connection fails, and says what to do about it once', async () => {
  const at = await open({ connection: { ...FAST, download: 3, upload: 1, ping: 40 } })
  await at.runAll()
  expect(await screen.findByRole('heading', { name: 'Your set-up is not ready for work' })).toBeDefined()
  expect(row('Upload')).toBe('Upload1 Mbit/sFAIL')
  const todo = screen.getByRole('region', { name: 'What to do' })
  expect(within(todo).getByText('Download, Upload').parentElement?.textContent).toContain('Pause downloads')
  expect(within(todo).getByText('Ping').parentElement?.textContent).toContain('network cable')
})

test('W108 W012 a run is cancelled', async () => {
  const at = await open()
  await at.user.click(screen.getByRole('button', { name: 'Run the tests' }))
  await at.user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('heading', { name: 'The tests were cancelled.' })).toBeDefined()
})

test.each([[null], [{ isEnabled: false }]])(
  'W142 with the thresholds %j nothing is tested',
  async (settings) => {
    const at = await open({ settings })
    await at.user.click(screen.getByRole('button', { name: 'Run the tests' }))
    expect(await screen.findByText('This feature has not been enabled for your account')).toBeDefined()
  },
)

test('W143 W012 the last result is shown, or that there is none', async () => {
  const none = await open()
  await none.user.click(screen.getByRole('button', { name: 'Last result' }))
  await waitFor(() =>
    expect(none.notices()).toEqual(['Unable to get any information at this stage. Please try again later']),
  )
})

test('W012 one verdict: a good result of before beside a screen that is too small says what is wanting', async () => {
  const readings: Readings = {
    ...FAST,
    ...HEALTH,
    cpuUsage: 20,
    memorySize: 32 * 1024 ** 2,
    wifiSignalStrength: 90,
  }
  const last: SpeedTestRun = {
    kind: 'TEST',
    takenAt: '2026-11-20T09:30:00.000Z',
    ...verdictOf([readings], DEFAULT_DEVICE_SETTINGS),
    server: null,
  }
  const at = await open({ last, screen: { width: 800, height: 600 } })
  await at.user.click(screen.getByRole('button', { name: 'Last result' }))
  expect(await screen.findByText(/^Wanting: Screen size\. Last result: 1 of 1 tests passed/)).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Your set-up is not ready for work' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: /^Last result/ })).toBeNull()
})

test('W143 W012 a last result that there is comes with its grade', async () => {
  const readings: Readings = { ...FAST, ...HEALTH, wifiSignalStrength: 70 }
  const last: SpeedTestRun = {
    kind: 'TEST',
    takenAt: '2026-11-20T09:30:00.000Z',
    ...verdictOf([readings], DEFAULT_DEVICE_SETTINGS),
    server: 'Northgate Fibre, Leeds',
  }
  const at = await open({ last })
  await at.user.click(screen.getByRole('button', { name: 'Last result' }))
  expect(await screen.findByRole('heading', { name: /^Your set-up will do/ })).toBeDefined()
  expect(screen.getByText(/^Wanting: .*Wifi signal.*\. Last result: \d of \d tests passed/)).toBeDefined()
  expect(row('Wifi signal')).toBe('Wifi signal70 %Grade D')
  expect(row('Test server')).toBe('Test serverNorthgate Fibre, Leeds')
})

test('W110 W088 the desktop client reads the machine, and its address tells the office', async () => {
  await open({
    desktop: fakeDesktop({ deviceHealthCheck: HEALTH, localAddress: '172.16.4.9', wifi: { signal: 101 } }),
  })
  await waitFor(() => expect(row('Processor load')).toBe('Processor load92 %FAIL'))
  expect(row('Disk use')).toBe('Disk use5 %Grade A')
  expect(row('Wifi signal')).toBe('Wifi signalNetwork cableN/A')
  expect(row('You work from')).toBe('You work fromOffice')
})

test.each(['192.168.1.7', '10.172.4.9', '17.2.16.4', '171.16.4.9', '1720:db8::5'])(
  'W110 any other address, as %s, is home',
  async (localAddress) => {
    await open({ desktop: fakeDesktop({ localAddress }) })
    await waitFor(() => expect(row('You work from')).toBe('You work fromHome'))
  },
)

test.each([{}, { isEnabled: false }])(
  'W233 W142 W246 a browser with the thresholds %j closes no applications',
  async (settings) => {
    const inBrowser = await open({ settings })
    await inBrowser.user.click(screen.getByRole('button', { name: 'Close applications' }))
    expect(inBrowser.notices()).toEqual(['Please use desktop app'])
  },
)

test.each([
  [{ isEnabled: false }, 'This feature has not been enabled for your account'],
  [{}, '3 application(s) closed'],
])('W233 W142 W246 with the thresholds %j closing applications says %s', async (settings, words) => {
  const at = await open({ settings, desktop: fakeDesktop({ closeApplications: { closed: 3 } }) })
  await at.user.click(screen.getByRole('button', { name: 'Close applications' }))
  await waitFor(() => expect(at.notices()).toEqual([words]))
})

test('W246 applications that can’t be closed are told, and no count of them', async () => {
  const at = await open({ desktop: fakeDesktop({}) })
  await at.user.click(screen.getByRole('button', { name: 'Close applications' }))
  await waitFor(() => expect(at.notices()).toEqual(['Not on this computer']))
})

test('W012 the microphone is heard, and is let go when the person is done', async () => {
  const at = await open()
  const card = within(screen.getByRole('region', { name: 'Microphone and headset' }))
  await at.user.click(card.getByRole('button', { name: 'Test the microphone' }))
  await card.findByText('Say something …')
  await at.pass(300)
  expect(card.getByText('We can hear you.')).toBeDefined()
  expect(card.getByLabelText('Microphone level').getAttribute('value')).toBe('60')
  await at.user.click(card.getByRole('button', { name: 'Done' }))
  expect(at.stopped).toEqual(['microphone'])
  expect(card.getByText('Jabra EVOLVE 20 hears you')).toBeDefined()
})

test('W012 a microphone is let go when its screen goes', async () => {
  const at = await open()
  await at.user.click(screen.getByRole('button', { name: 'Test the microphone' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Test the microphone' })).toBeNull())
  expect(at.stopped).toEqual([])
  cleanup()
  expect(at.stopped).toEqual(['microphone'])
})

test('W012 a microphone that hears nothing is told', async () => {
  const openMicrophone = async () => ({ label: 'Muted', level: () => 0, stop: () => {} })
  const at = await open({ lab: { openMicrophone } })
  const card = within(screen.getByRole('region', { name: 'Microphone and headset' }))
  await at.user.click(card.getByRole('button', { name: 'Test the microphone' }))
  await card.findByText('Say something …')
  await at.pass(9000)
  expect(card.getByText('Nothing heard so far. Is the microphone muted?')).toBeDefined()
  await at.user.click(card.getByRole('button', { name: 'Done' }))
  expect(card.getByText(/Check that the microphone is not muted/)).toBeDefined()
})

test.each([
  ['blocked', 'allow the microphone', 'allow the camera'],
  ['missing', 'Plug in your headset', 'No camera was found'],
  ['busy', 'is using the microphone', 'is using the camera'],
] as const)('what is %s is told with what to do', async (problem, microphone, camera) => {
  const fail = async () => {
    throw new MediaFailure(problem)
  }
  const at = await open({ lab: { openMicrophone: fail, openCamera: fail } })
  await at.user.click(screen.getByRole('button', { name: 'Test the microphone' }))
  await at.user.click(screen.getByRole('button', { name: 'Show my camera' }))
  const cards = ['Microphone and headset', 'Camera'].map((name) =>
    within(screen.getByRole('region', { name })),
  )
  expect(await cards[0]?.findByText(new RegExp(microphone))).toBeDefined()
  expect(await cards[1]?.findByText(new RegExp(camera))).toBeDefined()
})

test('S332 a USB headset is asked for only where it is required', async () => {
  const audioDevices = async () => [{ kind: 'audioinput' as const, label: 'Realtek', groupId: 'pc' }]
  await open({ settings: { requireUSBHeadset: true }, lab: { audioDevices } })
  expect(await screen.findAllByText(/Your work needs a USB headset/)).not.toHaveLength(0)
})

test('S332 W012 a small screen and a tone that is not heard are problems', async () => {
  const at = await open({ screen: { width: 1280, height: 720 } })
  expect(screen.getByText('1280 × 720, at least 1366 × 768 is needed')).toBeDefined()
  await at.user.click(screen.getByRole('button', { name: 'Play a tone' }))
  await at.user.click(await screen.findByRole('button', { name: 'No' }))
  expect(screen.getByText('You did not hear the tone')).toBeDefined()
})

test('W012 what was found goes to support with the person’s words, which stay until it went', async () => {
  const at = await open()
  at.answer(sendHardwareReport, () => {
    throw refused(500, 'Try later')
  })
  const note = screen.getByRole('textbox')
  await at.user.type(note, 'Echo')
  await at.user.click(screen.getByRole('button', { name: 'Send to support' }))
  expect(await screen.findByText('Try later')).toBeDefined()
  expect((note as HTMLTextAreaElement).value).toBe('Echo')
  at.answer(sendHardwareReport, () => ({ id: 1 }))
  await at.user.click(screen.getByRole('button', { name: 'Send to support' }))
  expect(await screen.findByText(/^Sent\./)).toBeDefined()
  expect(at.made.at(-1)?.request).toMatchObject({
    note: 'Echo',
    client: 'Web application, Test browser',
    findings: expect.arrayContaining([{ check: 'Screen', state: 'good', detail: '1920 × 1080' }]),
  })
})

test('W012 support reads the reports', async () => {
  const at = services({})
  at.answer(hardwareReports, () => [
    {
      id: 1,
      userID: 7,
      name: 'Ellie Thornton',
      sentAt: '2026-11-21T09:00:00.000Z',
      findings: [{ check: 'Camera', state: 'problem', detail: 'Blocked' }],
      note: 'Calls drop',
      client: 'Chromium',
      lastRun: null,
    },
  ])
  renderSignedIn(at.services, <HardwareReports />)
  expect(await screen.findByText('Ellie Thornton')).toBeDefined()
  expect(screen.getAllByText('Calls drop')).not.toHaveLength(0)
  expect(screen.getByText('Blocked', { exact: false })).toBeDefined()
})

async function openBadge(permissions: Parameters<typeof testToken>[0], options: Options = {}) {
  const at = services(options)
  at.services.session.signIn(testToken(permissions))
  renderSignedIn(at.services, <HardwareBadge kit={fakeKit().kit} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Connection: Unknown' }))
  return { ...at, user }
}

test('W143 W162 the badge without a result says so, and only who administers tests from it', async () => {
  await openBadge([])
  expect(
    await screen.findByText('Unable to get any information at this stage. Please try again later'),
  ).toBeDefined()
  expect(screen.queryByRole('button', { name: /badge test/ })).toBeNull()
  cleanup()
  await openBadge(['ADMIN_CAN_SEE_MODULE'])
  expect(await screen.findByRole('button', { name: /badge test/ })).toBeDefined()
})

test('W251 the badge test runs 15 tests, and the badge has their grade', async () => {
  const at = await openBadge(['ADMIN_CAN_SEE_MODULE'])
  await at.user.click(await screen.findByRole('button', { name: 'Run the badge test (90 MB at most)' }))
  expect(await screen.findByText(/of 15$/)).toBeDefined()
  for (let i = 0; i < 15; i++) await act(async () => at.pass(5000))
  expect(await screen.findByText(/15 of 15 tests passed/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Connection: Grade B' })).toBeDefined()
})

/** A desktop client whose installation has opted in to a provider, with the screen's tests under way. */
async function openProvided() {
  const running = Promise.withResolvers<HostResult<unknown>>()
  const host = fakeHost({
    speedProvider: { ok: true, value: { name: 'Speedtest', megabytesAtMost: 1000 } },
    speedProviderRun: () => running.promise,
  })
  const at = await open({ desktop: host.desktop, permissions: ['CAN_USE_SPEED_TEST'] })
  expect(
    await screen.findByText(
      '5 short tests of your machine and one of your connection by Speedtest, about 50 seconds, at most 1070 MB.',
    ),
  ).toBeDefined()
  await at.user.click(screen.getByRole('button', { name: 'Run the tests' }))
  await waitFor(() => expect(host.requests('speedProviderRun')).toHaveLength(1))
  const [{ runID }] = host.requests('speedProviderRun') as [{ runID: string }]
  return { ...at, host, runID, answer: (result: HostResult<unknown>) => running.resolve(result) }
}

test('W012 a provider’s test shows its progress, its result by the same grades, and its server, also to support', async () => {
  const at = await openProvided()
  act(() =>
    at.host.fire('speedProviderProgress', { runID: at.runID, phase: 'download', done: 0.4, value: 88 }),
  )
  expect(await screen.findByText('Download 88 Mbit/s')).toBeDefined()
  at.answer({ ok: true, value: PROVIDED })
  for (let i = 0; i < 5; i++) await at.pass(5000)
  expect(await screen.findByText(/5 of 5 tests passed/)).toBeDefined()
  expect(row('Upload')).toBe('Upload29 Mbit/sGrade A')
  expect(row('Test server')).toBe('Test serverNorthgate Fibre, Leeds')
  await at.user.click(screen.getByRole('button', { name: 'Send to support' }))
  await screen.findByText(/^Sent\./)
  expect(at.made.at(-1)?.request).toMatchObject({
    findings: expect.arrayContaining([
      { check: 'Test server', state: 'good', detail: 'Northgate Fibre, Leeds' },
    ]),
  })
})

test('W012 a provider that fails is told, and the own server stands in', async () => {
  const at = await openProvided()
  at.answer({ ok: false, error: { code: 'failed', message: 'Speedtest reached none of its servers.' } })
  const words = 'Speedtest reached none of its servers. Your company’s server is used instead.'
  expect(await screen.findByText(words)).toBeDefined()
  for (let i = 0; i < 5; i++) await at.pass(5000)
  expect(await screen.findByText(/5 of 5 tests passed/)).toBeDefined()
  expect(screen.getByText(words)).toBeDefined()
  expect(row('Download')).toBe('Download60 Mbit/sGrade B')
  expect(row('Test server')).toBe('Test serverYour company’s server')
})

test('W012 cancelling a provider’s test ends its program', async () => {
  const at = await openProvided()
  await at.user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('heading', { name: 'The tests were cancelled.' })).toBeDefined()
  expect(at.host.requests('speedProviderCancel')).toEqual([{ runID: at.runID }])
})

test('W012 without a provider none is started, and the own server is named', async () => {
  const host = fakeHost({ speedProvider: { ok: true, value: null } })
  const at = await open({ desktop: host.desktop, permissions: ['CAN_USE_SPEED_TEST'] })
  await at.runAll()
  expect(await screen.findByText(/5 of 5 tests passed/)).toBeDefined()
  expect(row('Test server')).toBe('Test serverYour company’s server')
  expect(host.requests('speedProvider').length).toBeGreaterThan(0)
  expect(host.requests('speedProviderRun')).toEqual([])
})

test('W251 the badge test asks a provider once for its 15 results, says what it may move, and names the server', async () => {
  const host = fakeHost({
    speedProvider: { ok: true, value: { name: 'Speedtest', megabytesAtMost: 1000 } },
    speedProviderRun: { ok: true, value: PROVIDED },
  })
  const at = await openBadge(['ADMIN_CAN_SEE_MODULE', 'CAN_USE_SPEED_TEST'], { desktop: host.desktop })
  await at.user.click(await screen.findByRole('button', { name: 'Run the badge test (1090 MB at most)' }))
  for (let i = 0; i < 15; i++) await act(async () => at.pass(5000))
  expect(await screen.findByText(/15 of 15 tests passed/)).toBeDefined()
  expect(screen.getByText('Test server: Northgate Fibre, Leeds')).toBeDefined()
  expect(host.requests('speedProviderRun')).toHaveLength(1)
})

test('W162 W251 the badge test that somebody asked for from elsewhere runs 15 tests, says so, and is kept', async () => {
  const at = services({})
  at.services.session.signIn(testToken([]))
  const fitness = createMachineFitness(at.services, {})
  const over = runBadgeTest(at.services, fitness, fakeKit().kit)
  await waitFor(() => expect(at.notices()).toHaveLength(1))
  expect(at.notices()[0]).toContain('tests its connection')
  for (let i = 0; i < 15; i++) await act(async () => at.pass(5000))
  await over
  const saved = at.made.filter(({ path }) => path === saveSpeedTest.path)
  expect(saved.map(({ request }) => request)).toMatchObject([
    { kind: 'BADGE', results: Array.from({ length: 15 }, () => ({})) },
  ])
  expect(at.notices().at(-1)).toBe('The test of your connection is over.')
  expect(fitness.store.getState().machine.run?.kind).toBe('BADGE')
})

test('one that isn’t enabled says so', async () => {
  const at = services({ settings: null })
  await runBadgeTest(at.services, createMachineFitness(at.services, {}), fakeKit().kit)
  expect(at.notices()).toEqual(['This feature has not been enabled for your account'])
})
