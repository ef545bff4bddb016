import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { HostResult } from '#shared/host/command.ts'
import { OOKLA, RASDIAL } from '../../../electron/testing/windows-outputs.ts'
import { ROOT } from '../support/app-folder.ts'
import { invoke } from '../support/bridge.ts'
import { test as base, type Desktop, expect } from '../support/desktop.ts'
import { DEPLOYMENT, SPEED_TEST, type WindowsMachine, windowsMachine } from '../support/windows-machine.ts'

/** A client on a machine that is Windows as far as it can tell. */
const test = base.extend<{ machine: WindowsMachine; client: Desktop }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
  machine: async ({}, use) => {
    const machine = windowsMachine()
    await use(machine)
    machine.dispose()
  },
  client: async ({ launch, machine }, use) => use(await launch(machine.launchOptions)),
})
test.skip(process.platform === 'win32', 'a Windows machine has programs of its own')

const DONE: HostResult<null> = { ok: true, value: null }
const SECRET = 'planted-secret-0815'
const CREDENTIALS = { userName: 'jamie.whitfield', password: SECRET }

test('S002 S133 S136 S139 VPN, dialler, survey tool and the project switch reach the programs of the company', async ({
  client: { window },
  machine: { programs },
}) => {
  await test.step('the VPN is connected, counted and ended', async () => {
    expect(await invoke(window, 'vpnStart', CREDENTIALS)).toEqual(DONE)
    expect(await invoke(window, 'vpnUptime')).toEqual({ ok: true, value: { seconds: expect.any(Number) } })
    expect(await invoke(window, 'vpnStop')).toEqual(DONE)
    expect(await invoke(window, 'vpnUptime')).toEqual({ ok: true, value: { seconds: 0 } })
    expect(programs.calls('rasdial').map(({ args }) => args)).toEqual([
      ['Office VPN'],
      ['Office VPN', '/DISCONNECT'],
    ])

    programs.put('rasdial', { output: RASDIAL.errorGerman(809), exitCode: 1 })
    const refused = await invoke(window, 'vpnStart', CREDENTIALS)
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'failed', message: expect.stringContaining('(RAS 809)') },
    })
  })
  await test.step('the tools are launched, and signed in afresh', async () => {
    const url = 'https://dialler.northgate.example/agent'
    expect(await invoke(window, 'diallerLaunch', { ...CREDENTIALS, url })).toEqual(DONE)
    await expect
      .poll(() => programs.calls('dialler').map(({ args, input }) => ({ args, input })))
      .toEqual([{ args: ['--user=jamie.whitfield', url], input: `${SECRET}\n` }])
    const elsewhere = { ...CREDENTIALS, url: 'https://elsewhere.example/' }
    expect(await invoke(window, 'diallerLaunch', elsewhere)).toMatchObject({ error: { code: 'denied' } })

    expect(await invoke(window, 'surveyToolLaunch', { tool: 'FORSTA', ...CREDENTIALS })).toEqual(DONE)
    await expect.poll(() => programs.calls('survey')).toHaveLength(1)
    expect(await invoke(window, 'surveyToolReauthenticate', { tool: 'FORSTA', ...CREDENTIALS })).toEqual(DONE)
    expect(programs.calls('survey-login')).toMatchObject([{ input: `jamie.whitfield\n${SECRET}\n` }])
    const other = await invoke(window, 'surveyToolLaunch', { tool: 'DIMENSIONS', ...CREDENTIALS })
    expect(other).toMatchObject({ error: { code: 'unsupported' } })
  })
  await test.step('their status is told, and they are signed out', async () => {
    const value = { dialler: 'RUNNING', surveyTool: 'RUNNING' }
    expect(await invoke(window, 'projectSwitchStatus')).toEqual({ ok: true, value })
    expect(await invoke(window, 'projectSwitchLogout', { tools: ['DIALLER', 'SURVEY_TOOL'] })).toEqual(DONE)
    expect(programs.calls('dialler-logout').map(({ args }) => args)).toEqual([['--quit']])
    expect(programs.calls('survey-logout')).toHaveLength(1)
    // Exit, of the same requirement: its own test is in commands.spec.ts.
    expect(await invoke(window, 'exit', { now: true })).toMatchObject({ error: { code: 'badRequest' } })
  })
})

test('S002 S135 S137 S140 S202 help from afar, remote desktop, location, wifi, reading out and unread messages', async ({
  client: { window, app },
  machine: { programs },
}) => {
  await test.step('remote assist and a remote desktop are opened', async () => {
    expect(await invoke(window, 'remoteAssist')).toEqual(DONE)
    await expect.poll(() => programs.calls('quickassist')).toHaveLength(1)
    const request = { ...CREDENTIALS, address: 'desk-7.northgate.example' }
    expect(await invoke(window, 'cloudDesktopStart', request)).toEqual(DONE)
    await expect
      .poll(() => programs.calls('mstsc').map(({ args }) => args))
      .toEqual([[expect.stringMatching(/\.rdp$/)]])
    const elsewhere = { ...CREDENTIALS, address: 'desk.elsewhere.example' }
    expect(await invoke(window, 'cloudDesktopStart', elsewhere)).toMatchObject({ error: { code: 'denied' } })
  })
  await test.step('the location is told', async () => {
    const value = { latitude: 53.7997, longitude: -1.5492, accuracy: 28.5 }
    expect(await invoke(window, 'geolocation')).toEqual({ ok: true, value })
  })
  await test.step('the wifi is read, and the battery', async () => {
    expect(await invoke(window, 'wifi')).toEqual({ ok: true, value: { signal: 87 } })
    expect(await invoke(window, 'battery')).toEqual({ ok: true, value: { onBattery: false } })
    await app.evaluate(({ powerMonitor }) => {
      powerMonitor.isOnBatteryPower = () => true
    })
    expect(await invoke(window, 'battery')).toEqual({ ok: true, value: { onBattery: true } })
  })
  await test.step('a text is read out, and unread messages are on the taskbar', async () => {
    expect(await invoke(window, 'playText', { text: 'Good morning, Müller' })).toEqual(DONE)
    const spoken = () =>
      programs.calls('powershell').filter(({ args }) => args.join().includes('System.Speech'))
    await expect.poll(spoken).toHaveLength(1)
    expect(JSON.parse(spoken()[0]?.input ?? '')).toEqual({ text: 'Good morning, Müller' })
    expect(await invoke(window, 'playText', { text: null })).toEqual(DONE)

    await app.evaluate(({ BrowserWindow }) => {
      const [ours] = BrowserWindow.getAllWindows()
      const told: unknown[] = []
      Object.assign(globalThis, { told })
      if (!ours) throw new Error('no window')
      ours.isFocused = () => false
      ours.flashFrame = (on) => void told.push(on)
      ours.setOverlayIcon = (icon, text) => void told.push([icon?.getSize(), text])
    })
    for (const count of [3, 0]) expect(await invoke(window, 'unreadMessages', { count })).toEqual(DONE)
    expect(await app.evaluate(() => (globalThis as unknown as { told: unknown[] }).told)).toEqual([
      [{ width: 32, height: 32 }, '3 unread messages'],
      true,
      [undefined, ''],
      false,
    ])
  })
})

test('S140 a screen is captured once the person has picked it, and a sign tells of it', async ({
  client: { window, app },
}) => {
  const opened = app.waitForEvent('window')
  const answer = invoke(window, 'screenCapture')
  const picker = await opened
  await expect(picker.getByRole('heading', { name: 'What shall be captured?' })).toBeVisible()
  expect(await invoke(window, 'screenCapture')).toMatchObject({ error: { code: 'failed' } })
  const sign = app.waitForEvent('window')
  await picker.getByRole('link', { name: 'Notes' }).click({ noWaitAfter: true })
  await expect((await sign).getByText('Capturing Notes')).toBeVisible()
  expect(await answer).toMatchObject({
    ok: true,
    value: { name: 'Notes', picture: expect.stringMatching(/^data:image\/png/) },
  })
  const again = app.waitForEvent('window', (page) => page !== picker)
  const cancelled = invoke(window, 'screenCapture')
  await (await again).getByRole('link', { name: 'Cancel' }).click({ noWaitAfter: true })
  expect(await cancelled).toEqual({ ok: true, value: null })
})

test('a provider of speed tests is started only where the signed configuration opts in to it', async ({
  client: { window },
  machine: { programs },
  launch,
}) => {
  programs.put('speedtest', { output: OOKLA.whole })
  expect(await invoke(window, 'speedProvider')).toEqual({ ok: true, value: null })
  const request = { runID: 'a', program: 'C:\\Tools\\speedtest.exe', args: ['--version'] }
  expect(await invoke(window, 'speedProviderRun', request)).toMatchObject({ error: { code: 'unsupported' } })
  expect(programs.calls('speedtest')).toEqual([])

  // Opted in, the same words of a page have no say in what is run.
  const opted = windowsMachine({ ...DEPLOYMENT, speedTest: SPEED_TEST })
  opted.programs.put('speedtest', { output: OOKLA.whole })
  const other = await launch(opted.launchOptions)
  expect(await invoke(other.window, 'speedProvider')).toEqual({
    ok: true,
    value: { name: 'Speedtest', megabytesAtMost: 1000 },
  })
  expect(await invoke(other.window, 'speedProviderRun', request)).toMatchObject({
    ok: true,
    value: { download: 93.152, loss: 0.5, server: 'Northgate Fibre, Leeds, United Kingdom' },
  })
  expect(opted.programs.calls('speedtest').map(({ args }) => args)).toEqual([
    ['--format=jsonl', '--progress=yes', '--accept-license', '--accept-gdpr', '--server-id=12345'],
  ])
  opted.dispose()

  // Without the company's word for its licence the whole configuration is refused.
  const unlicensed = windowsMachine({ ...DEPLOYMENT, speedTest: { ...SPEED_TEST, licenceAccepted: false } })
  unlicensed.programs.put('speedtest', { output: OOKLA.whole })
  const third = await launch(unlicensed.launchOptions)
  expect(await invoke(third.window, 'speedProviderRun', { runID: 'a' })).toMatchObject({
    error: { code: 'failed', message: expect.stringMatching(/not signed by your company/) },
  })
  expect(unlicensed.programs.calls('speedtest')).toEqual([])
  unlicensed.dispose()
})

test('a configuration that somebody else signed is refused, and nothing is started', async ({ launch }) => {
  const other = windowsMachine(DEPLOYMENT, windowsMachineKey())
  const { window } = await launch(other.launchOptions)
  const answers = [
    await invoke(window, 'vpnStart', CREDENTIALS),
    await invoke(window, 'diallerLaunch', { ...CREDENTIALS, url: 'https://dialler.northgate.example/' }),
    await invoke(window, 'remoteAssist'),
  ]
  const message = expect.stringMatching(/not signed by your company/)
  for (const answer of answers) expect(answer).toEqual({ ok: false, error: { code: 'failed', message } })
  expect([...other.programs.calls('rasdial'), ...other.programs.calls('dialler')]).toEqual([])
  other.dispose()
})

/** The key of another machine's company. */
function windowsMachineKey(): string {
  const stranger = windowsMachine()
  stranger.dispose()
  return stranger.launchOptions.env?.FIELDWORK_DEPLOYMENT_KEY ?? ''
}

/** Everything that a folder holds, as one text. */
function contentOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

test('a planted secret turns up in no log, storage, URL, file or argument', async ({
  client,
  machine,
}, info) => {
  const { window, app, userData } = client
  const url = 'https://dialler.northgate.example/'
  await invoke(window, 'vpnStart', CREDENTIALS)
  await invoke(window, 'diallerLaunch', { ...CREDENTIALS, url })
  await invoke(window, 'surveyToolLaunch', { tool: 'FORSTA', ...CREDENTIALS })
  await invoke(window, 'surveyToolReauthenticate', { tool: 'FORSTA', ...CREDENTIALS })
  await invoke(window, 'cloudDesktopStart', { ...CREDENTIALS, address: 'desk.northgate.example' })
  // And what goes wrong: a request that doesn't fit, programs that fail, that are missing.
  const wrong = [await invoke(window, 'vpnStart', { userName: 1, password: SECRET, more: SECRET })]
  for (const name of ['rasdial', 'powershell', 'dialler'])
    machine.programs.put(name, { output: SECRET, exitCode: 1 })
  machine.programs.refuse('writeCredential', 'failed', 8)
  machine.programs.remove('survey')
  wrong.push(
    await invoke(window, 'vpnStart', CREDENTIALS),
    await invoke(window, 'cloudDesktopStart', { ...CREDENTIALS, address: 'desk.northgate.example' }),
    await invoke(window, 'surveyToolLaunch', { tool: 'FORSTA', ...CREDENTIALS }),
  )
  expect(wrong.every(({ ok }) => !ok)).toBe(true)
  expect(JSON.stringify(wrong)).not.toContain(SECRET)

  const stored = await window.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
  )
  expect(stored).not.toContain(SECRET)
  const { programs } = machine
  const names = ['rasdial', 'powershell', 'dialler', 'survey', 'survey-login', 'mstsc']
  for (const { args, env } of names.flatMap((name) => programs.calls(name))) {
    expect(args.join('\n')).not.toContain(SECRET)
    expect(env).not.toContain(SECRET)
  }
  for (const name of ['setVpnCredentials', 'writeCredential'] as const)
    expect(programs.asked(name).some(({ password }) => password === SECRET)).toBe(true)
  await app.close()
  expect(contentOf(userData)).not.toContain(SECRET)
  const logs = contentOf(path.join(ROOT, 'reports/desktop'))
  expect(logs).not.toContain(SECRET)
  info.annotations.push({ type: 'secrets', description: `${logs.length} bytes of logs looked through` })
})
