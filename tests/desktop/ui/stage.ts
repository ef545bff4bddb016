import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import type { Page } from 'playwright-core'
import type { HostCommandName } from '#shared/host/commands.ts'
import { LOCATION, PING } from '../../../electron/testing/windows-outputs.ts'
import { startTestServer, type TestServer } from '../../e2e/support/test-server.ts'
import { ROOT } from '../support/app-folder.ts'
import { type Caller, callsAs } from '../support/calls.ts'
import { commandsSeen, noteCommands } from '../support/commands-seen.ts'
import type { Desktop, Launcher } from '../support/launcher.ts'
import { signIn } from '../support/sign-in.ts'
import { DEPLOYMENT, SPEED_TEST, type WindowsMachine, windowsMachine } from '../support/windows-machine.ts'

export const PROXY = 'proxy.elsewhere.example:8080'
export const BURDEN = 'steam.exe'
export const DEVICE_ID = 'WINDOWS-1'

const SUPPORT = { userName: 'kerry.blackwood', password: 'Northgate-2026' }

/** One interviewer's client on a machine that is Windows as far as it can tell, and people to work with. */
export interface Stage {
  readonly client: Desktop
  readonly window: Page
  readonly machine: WindowsMachine
  readonly server: TestServer
  readonly colleague: Caller
  readonly support: Caller
  /** Who works at the client, without a window. */
  readonly own: Caller
  /** Who works at the client. */
  readonly person: { readonly userID: number; readonly displayName: string }
  /** The requests of a command that have reached main so far. */
  seen(name: HostCommandName): Promise<unknown[]>
  /** Signs the person in, as they do themselves; nothing where they are. */
  signIn(): Promise<void>
  dispose(): Promise<void>
}

/**
 * The rules of every activity here: a minute is idle, and the location is required. No well-being check:
 * whether one is due depends on the hour in which the tests run.
 */
const RULES = { idleFlagSeconds: 60, requireLocationServices: true, wellBeingPromptRate: 0 }

/** What this installation allows and may close. */
const CONFIGURATION = { allowedNetworks: ['Office VPN'], closableApplications: [BURDEN] }

/** A machine on which there is something to be seen: old patches, no VPN, no location. */
function stageMachine(): WindowsMachine {
  const machine = windowsMachine({ ...DEPLOYMENT, speedTest: SPEED_TEST })
  const { programs, userData } = machine
  writeFileSync(path.join(userData, 'config.json'), JSON.stringify(CONFIGURATION))
  programs.put('ping', { output: PING.answered })
  programs.answer('closePrograms', 0)
  programs.put(
    'powershell',
    { when: 'System.Device', output: LOCATION.denied },
    { when: 'Get-HotFix', output: '{"HotFixID":"KB4034441","InstalledOn":"2020-01-10"}\r\n' },
    {},
  )
  return machine
}

/** Puts what only the system could tell: the battery, and what comes to the taskbar. */
async function prepareSystem({ app }: Desktop): Promise<void> {
  await app.evaluate(({ powerMonitor, BrowserWindow }) => {
    const told: unknown[] = []
    Object.assign(globalThis, { told })
    powerMonitor.isOnBatteryPower = () => true
    const [window] = BrowserWindow.getAllWindows()
    if (!window) throw new Error('no window')
    window.setOverlayIcon = (_icon, text) => void told.push(text)
  })
}

/**
 * Sets it all up: the server, the machine, the client before anybody signs in.
 *
 * @param seeded data of a freshly seeded server
 */
export async function setStage(launcher: Launcher, seeded: string): Promise<Stage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-rules-'))
  const rules = path.join(folder, 'rules.json')
  writeFileSync(rules, JSON.stringify(RULES))
  const server = await startTestServer({ from: seeded, args: ['--activity-rules', rules] })
  const account = (kind: string) => {
    const found = server.accounts.find((one) => one.kind === kind)
    if (!found) throw new Error(`The server has no ${kind}`)
    return found
  }
  const interviewer = account('interviewer')
  const [person, admin, colleague, support] = await Promise.all([
    callsAs(server, interviewer),
    callsAs(server, account('admin')),
    callsAs(server, account('supervisor')),
    callsAs(server, SUPPORT),
  ])
  const permissions = ['ADMIN_CAN_SEE_MODULE']
  const grant = { userID: person.userID, permissions, reason: 'Tries what support does' }
  await admin.post('/api/admin/permissions/grant', grant)

  const machine = stageMachine()
  const client = await launcher.launch({ ...machine.launchOptions, appFolder: ROOT, server: server.url })
  await noteCommands(client.app)
  await prepareSystem(client)
  const { window } = client
  // What the first page asked may have come before anybody took note.
  await window.reload()
  return {
    client,
    window,
    machine,
    server,
    colleague,
    support,
    own: person,
    person: { userID: person.userID, displayName: interviewer.displayName },
    seen: (name) => commandsSeen(client.app, name),
    async signIn() {
      if (await window.getByRole('textbox', { name: 'User name' }).isVisible())
        await signIn(window, interviewer)
    },
    async dispose() {
      machine.dispose()
      await server.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Opens an item of the account menu. */
export async function openFromAccount({ window }: Stage, name: string): Promise<void> {
  await window.getByRole('button', { name: /, account$/ }).click()
  await window.getByRole('menuitem', { name, exact: true }).click()
}

/** Opens one of the app drawer's actions. */
export async function openFromDrawer({ window }: Stage, name: string): Promise<void> {
  const drawer = window.getByRole('dialog', { name: 'App drawer' })
  // The notice of an unsupported device may come in between: closing it is a click beside the drawer.
  await expect(async () => {
    if (!(await drawer.isVisible())) await window.getByRole('button', { name: 'App drawer' }).click()
    await drawer.getByRole('button', { name }).click({ timeout: 3000 })
  }).toPass()
}

/** Closes the dialog that is open. */
export async function closeDialog({ window }: Stage): Promise<void> {
  await window.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).first().click()
}
