import os from 'node:os'
import { expect } from '@playwright/test'
import type { Locator } from 'playwright-core'
import { networkLocation } from '#shared/domain/device-guard.ts'
import { OOKLA } from '../../../electron/testing/windows-outputs.ts'
import {
  BURDEN,
  closeDialog,
  DEVICE_ID,
  openFromAccount,
  openFromDrawer,
  PROXY,
  type Stage,
} from './stage.ts'
import type { UiCommands } from './ui-commands.ts'

const CARD = { OFFICE: 'Office', HOME: 'Home', UNKNOWN: 'Not known' } as const

/** Opens hardware testing and begins its tests. */
async function runHardwareTests(stage: Stage): Promise<Locator> {
  await openFromAccount(stage, 'Hardware testing')
  const dialog = stage.window.getByRole('dialog', { name: 'Hardware testing' })
  await dialog.getByRole('button', { name: /^Run the tests/ }).click()
  return dialog
}

/** The value of a row of the readings. */
function readingOf(dialog: Locator, name: string): Locator {
  return dialog.getByRole('term').filter({ hasText: name }).locator('xpath=../dd[1]')
}

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** What reads this machine and watches over it. The first is seen before anybody signs in. */
export const MACHINE_COMMANDS = {
  async deviceID({ window, machine }) {
    await expect(window.getByRole('textbox', { name: 'User name' })).toBeVisible()
    await window.keyboard.down('Control')
    await window.keyboard.down('q')
    await expect(window.getByText(DEVICE_ID)).toBeVisible()
    await window.keyboard.up('q')
    await window.keyboard.up('Control')
    // It was given from outside, so that nothing is read from the registry.
    expect(machine.programs.asked('machineID')).toEqual([])
  },

  async osHotfixCheck({ window, machine: { programs } }) {
    // Said for a moment after the sign-in, so that nothing comes before this.
    await expect(window.getByText(/^Security patches are missing/)).toBeVisible()
    const asked = programs.calls('powershell').filter(({ args }) => args.join().includes('Get-HotFix'))
    expect(asked.length).toBeGreaterThan(0)
  },

  async vpnProxyCheck({ window, machine: { programs } }) {
    const stop = window.getByRole('alertdialog', { name: 'Unauthorised VPN or proxy detected' })
    await expect.poll(() => programs.asked('proxySetting').length).toBeGreaterThan(0)
    programs.answer('proxySetting', PROXY)
    // The check of the sign-in may still be under way; another isn't begun then.
    await expect(async () => {
      await window.getByRole('button', { name: 'Passport check' }).click()
      await expect(stop).toContainText(PROXY, { timeout: 2_000 })
    }).toPass()
    programs.answer('proxySetting', null)
    await stop.getByRole('button', { name: 'Check again' }).click()
    await expect(stop).toBeHidden()
  },

  async deviceHealthCheck({ window }) {
    await expect(window.getByText(os.hostname(), { exact: true })).toBeVisible({ timeout: 20_000 })
  },

  async localAddress({ window }) {
    const addresses = Object.values(os.networkInterfaces()).flatMap((list) => list ?? [])
    const own = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null
    const network = window.getByRole('term').filter({ hasText: 'Network' }).locator('xpath=../dd')
    await expect(network).toHaveText(CARD[networkLocation(own)])
  },

  async idleWatch({ window, client: { app }, seen }) {
    const setIdle = (seconds: number) =>
      app.evaluate(({ powerMonitor }, value) => {
        powerMonitor.getSystemIdleTime = () => value
      }, seconds)
    await expect(window.getByText('At the keyboard')).toBeVisible()
    // By the activity's own rule, as the server tells it.
    await expect.poll(() => seen('idleWatch')).toContainEqual({ thresholdSeconds: 60 })
    await setIdle(130)
    await expect(window.getByText('Away from the keyboard for 2 min')).toBeVisible()
    await setIdle(0)
    await expect(window.getByText('At the keyboard')).toBeVisible()
  },

  /** Who is away when the page comes up is away at once. */
  async idleSeconds({ window, client: { app }, seen }) {
    await expect.poll(async () => (await seen('idleSeconds')).length).toBeGreaterThan(0)
    const asked = await app.evaluate(({ powerMonitor }) => powerMonitor.getSystemIdleTime())
    expect(asked).toBe(0)
    await expect(window.getByText('At the keyboard')).toBeVisible()
  },

  /** What is written is sealed and opened by keys that only main has; a locked screen shuts it. */
  async vaultKeys(stage) {
    const {
      window,
      client: { app },
      seen,
    } = stage
    const [passphrase, secret] = ['seven green bottles', 'planted-3H5k-secret']
    await openFromDrawer(stage, 'Secure vault')
    const vault = window.getByRole('dialog', { name: 'My secure vault' })
    await vault.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await vault.getByLabel('Passphrase again').fill(passphrase)
    await vault.getByRole('button', { name: 'Make the vault' }).click()
    await vault.getByRole('button', { name: 'I have kept it' }).click()
    await vault.getByRole('button', { name: 'Add entry' }).click()
    await vault.getByLabel('Label').fill('CRM admin')
    await vault.getByLabel('Password', { exact: true }).fill(secret)
    await vault.getByRole('button', { name: 'Save' }).click()
    await vault.getByRole('button', { name: 'Show CRM admin' }).click()
    await expect(vault.getByText(secret)).toBeVisible()
    const asked = (await seen('vaultKeys')) as { do: string }[]
    expect(new Set(asked.map((one) => one.do))).toEqual(new Set(['open', 'derive', 'sign']))
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('lock-screen'))
    await expect(vault.getByRole('button', { name: 'Unlock' })).toBeVisible()
    await expect(vault.getByText(secret)).toHaveCount(0)
    await expect.poll(async () => ((await seen('vaultKeys')) as { do: string }[]).at(-1)?.do).toBe('close')
    await vault.getByRole('button', { name: 'Close the vault' }).click()
  },

  async wifi({ window, machine: { programs } }) {
    await expect(window.getByRole('button', { name: 'Network: wifi, signal 87 %' })).toBeVisible()
    expect(programs.asked('wifiSignal').length).toBeGreaterThan(0)
  },

  async battery({ window }) {
    await expect(window.getByRole('button', { name: 'Battery warning' })).toBeVisible()
  },

  /** The activity of this server requires it, and Windows doesn't tell. */
  async geolocation({ window, machine: { programs } }) {
    const banner = window.getByRole('region', { name: 'Location' })
    // It takes its turn among the machine's polls.
    await expect(banner).toContainText(
      'Windows does not tell the location. Please switch on location services.',
      { timeout: 25_000 },
    )
    const asked = programs.calls('powershell').filter(({ args }) => args.join().includes('System.Device'))
    expect(asked.length).toBeGreaterThan(0)
  },

  async activeAppWatch(stage) {
    const { window, machine, seen } = stage
    const { programs } = machine
    programs.answer('frontProgram', { program: 'explorer', name: 'Windows-Explorer' })
    await openFromAccount(stage, 'Active App')
    const dialog = window.getByRole('dialog', { name: 'Active App' })
    await expect(dialog.getByRole('status')).toContainText('Windows-Explorer')
    programs.answer('frontProgram', { program: 'CalculatorApp', name: 'Taschenrechner für Büros' })
    await expect(dialog.getByRole('status')).toContainText('Taschenrechner für Büros')
    await expect(dialog.getByRole('region', { name: 'Before' })).toContainText('Windows-Explorer')
    await closeDialog(stage)
    await expect.poll(() => seen('activeAppWatch')).toEqual([{ watch: true }, { watch: false }])
  },

  /** The company has a provider, but not on this machine: its own server stands in. */
  async speedTest(stage) {
    const { machine } = stage
    machine.programs.remove('speedtest')
    const dialog = await runHardwareTests(stage)
    await expect(
      dialog.getByText('Speedtest is not installed on this computer. Your company’s server is used instead.'),
    ).toBeVisible()
    await expect
      .poll(() => machine.programs.calls('ping').map(({ args }) => args), { timeout: 20_000 })
      .toContainEqual(['-n', '4', '-w', '1000', '127.0.0.1'])
    await expect(readingOf(dialog, 'Test server')).toHaveText('Your company’s server', {
      timeout: 20_000,
    })
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await closeDialog(stage)
  },

  /** The screen says what the deployment has opted in to, before anything is started. */
  async speedProvider(stage) {
    const { window, machine } = stage
    const before = machine.programs.calls('speedtest').length
    await openFromAccount(stage, 'Hardware testing')
    await expect(
      window.getByText(/one of your connection by Speedtest, about 50 seconds, at most 1070 MB\.$/),
    ).toBeVisible()
    await closeDialog(stage)
    expect(machine.programs.calls('speedtest')).toHaveLength(before)
  },

  async speedProviderRun(stage) {
    const { programs } = stage.machine
    programs.put('speedtest', { errors: OOKLA.licence, output: OOKLA.whole })
    const before = programs.calls('speedtest').length
    const dialog = await runHardwareTests(stage)
    // The first of five results is there; the others take 20 s more.
    await expect(readingOf(dialog, 'Test server')).toHaveText('Northgate Fibre, Leeds, United Kingdom', {
      timeout: 20_000,
    })
    await expect(readingOf(dialog, 'Download')).toHaveText('93 Mbit/s')
    await expect(readingOf(dialog, 'Ping')).toHaveText('12 ms')
    await expect(readingOf(dialog, 'Packet loss')).toHaveText('0.5 %')
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await closeDialog(stage)
    const options = ['--format=jsonl', '--progress=yes', '--accept-license', '--accept-gdpr']
    expect(
      programs
        .calls('speedtest')
        .slice(before)
        .map(({ args, input }) => ({ args, input })),
    ).toEqual([{ args: [...options, '--server-id=12345'], input: '' }])
  },

  /** In the middle of a download, which is shown; the program is really ended. */
  async speedProviderCancel(stage) {
    const { programs } = stage.machine
    programs.put('speedtest', { output: OOKLA.downloading, manner: 'stay' })
    const dialog = await runHardwareTests(stage)
    await expect(dialog.getByText('Download 88 Mbit/s')).toBeVisible()
    const { pid } = programs.calls('speedtest').at(-1) ?? {}
    expect(isRunning(pid)).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(dialog.getByRole('heading', { name: 'The tests were cancelled.' })).toBeVisible()
    await expect.poll(() => isRunning(pid)).toBe(false)
    await closeDialog(stage)
  },

  async closeApplications(stage) {
    const { window, machine } = stage
    machine.programs.answer('closePrograms', 1)
    await openFromAccount(stage, 'Hardware testing')
    await window.getByRole('button', { name: 'Close applications' }).click()
    await expect(window.getByText('1 application(s) closed')).toBeVisible()
    expect(machine.programs.asked('closePrograms')).toEqual([{ images: [BURDEN] }])
    await closeDialog(stage)
  },
} satisfies UiCommands
