import { expect } from '@playwright/test'
import { closeDialog, openFromAccount, openFromDrawer, type Stage } from './stage.ts'
import type { UiCommands } from './ui-commands.ts'

const vpnButton = ({ window }: Stage, name: RegExp) => window.getByRole('button', { name })

/** Opens the tools, in a page without the overlay that a launch leaves for half a minute. */
async function openTools(stage: Stage) {
  const { window } = stage
  const tools = window.getByRole('dialog', { name: 'Tools' })
  if (await window.getByRole('dialog', { name: /^Starting/ }).isVisible()) await window.reload()
  if (!(await tools.isVisible())) await openFromDrawer(stage, 'Dialler launch')
  return tools
}

/** Connects by the VPN menu, which stays open. */
async function connectVpn(stage: Stage): Promise<void> {
  const { machine, window } = stage
  machine.programs.answer('dialled', [{ entry: 'Office VPN', connectedMs: 0 }])
  await vpnButton(stage, /not connected to our VPN/).click()
  await window.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(window.getByText('You are connected to our VPN.')).toBeVisible()
  await expect(vpnButton(stage, /^VPN connected for/)).toBeVisible()
}

const busyWith = ({ window }: Stage, what: string) =>
  expect(window.getByRole('dialog', { name: `Starting ${what}…` })).toBeVisible()

/** The VPN, the dialler, the survey tool, and help from afar. */
export const TOOL_COMMANDS = {
  async vpnUptime(stage) {
    await expect(vpnButton(stage, /not connected to our VPN/)).toBeVisible()
    expect(stage.machine.programs.asked('dialled').length).toBeGreaterThan(0)
  },

  async vpnStart(stage) {
    const { programs } = stage.machine
    await connectVpn(stage)
    expect(programs.calls('rasdial').map(({ args }) => args)).toContainEqual(['Office VPN'])
    // The person's stored credentials, and afterwards nothing.
    expect(programs.asked('setVpnCredentials')).toMatchObject([
      { entry: 'Office VPN', userName: 'jamie.whitfield@vpn.northgate.example', clear: false },
      { entry: 'Office VPN', userName: '', password: '', clear: true },
    ])
  },

  async vpnStop(stage) {
    const { machine, window } = stage
    if (await vpnButton(stage, /not connected to our VPN/).isVisible()) await connectVpn(stage)
    const end = window.getByRole('button', { name: 'Disconnect' })
    if (!(await end.isVisible())) await vpnButton(stage, /^VPN connected for/).click()
    machine.programs.answer('dialled', [])
    await end.click()
    await expect(window.getByText('The VPN is disconnected.')).toBeVisible()
    expect(machine.programs.calls('rasdial').map(({ args }) => args)).toContainEqual([
      'Office VPN',
      '/DISCONNECT',
    ])
  },

  async diallerLaunch(stage) {
    const tools = await openTools(stage)
    await tools.getByRole('button', { name: /^Dialler/ }).click()
    await busyWith(stage, 'the dialler')
    const { userID } = stage.person
    const url = `https://dialler.northgate.example/agent?station=${userID}`
    const calls = () => stage.machine.programs.calls('dialler')
    await expect.poll(() => calls().map(({ args }) => args)).toEqual([['--user=jamie.whitfield', url]])
    expect(calls()[0]?.input).toMatch(/^Demo-DIALLER-\d+\n$/)
  },

  async surveyToolLaunch(stage) {
    const tools = await openTools(stage)
    await tools.getByRole('button', { name: /^Survey tool/ }).click()
    await busyWith(stage, 'the survey tool')
    await expect.poll(() => stage.machine.programs.calls('survey')).toHaveLength(1)
    expect(stage.machine.programs.asked('writeCredential')).toContainEqual(
      expect.objectContaining({ target: 'Northgate survey tool', userName: 'ng_jamie.whitfield' }),
    )
  },

  /** The server says by `forceReload` that the survey tool is to be signed in afresh. */
  async surveyToolReauthenticate(stage) {
    const { window, machine } = stage
    await window.route('**/api/services/view-confirmit', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), forceReload: true } })
    })
    const tools = await openTools(stage)
    await tools.getByRole('button', { name: /^Survey tool/ }).click()
    await expect.poll(() => machine.programs.calls('survey-login')).toHaveLength(1)
    expect(machine.programs.calls('survey-login')[0]?.input).toMatch(
      /^ng_jamie\.whitfield\nDemo-SURVEY_TOOL-\d+\n$/,
    )
    await window.unrouteAll()
  },

  async projectSwitchStatus(stage) {
    const tools = await openTools(stage)
    const status = tools.getByRole('region', { name: 'Before you switch project' })
    await expect(status.getByText('Running', { exact: true })).toHaveCount(2)
    const asked = stage.machine.programs.asked('isRunning')
    for (const image of ['dialler.exe', 'survey.exe']) expect(asked).toContainEqual({ image })
  },

  async projectSwitchLogout(stage) {
    const { machine, window } = stage
    const tools = await openTools(stage)
    await tools.getByRole('button', { name: 'Sign out of them' }).click()
    await expect(window.getByText('You are signed out of the dialler and the survey tool.')).toBeVisible()
    expect(machine.programs.calls('dialler-logout').map(({ args }) => args)).toEqual([['--quit']])
    expect(machine.programs.calls('survey-logout')).toHaveLength(1)
  },

  async remoteAssist(stage) {
    const tools = await openTools(stage)
    await tools.getByRole('button', { name: /^Remote assist/ }).click()
    await expect(stage.window.getByText('Quick Assist is opening.')).toBeVisible()
    await expect.poll(() => stage.machine.programs.calls('quickassist')).toHaveLength(1)
  },

  async cloudDesktopStart(stage) {
    const { window, machine } = stage
    await openFromAccount(stage, 'Remote desktops')
    await window.getByRole('button', { name: 'Connect to Leeds training room' }).click()
    await expect(window.getByText('Launching remote session')).toBeVisible()
    await expect
      .poll(() => machine.programs.calls('mstsc').map(({ args }) => args))
      .toEqual([[expect.stringMatching(/\.rdp$/)]])
    expect(machine.programs.asked('writeCredential')).toContainEqual(
      expect.objectContaining({ target: 'TERMSRV/leeds-train-04.northgate.example' }),
    )
    await closeDialog(stage)
  },
} satisfies UiCommands
