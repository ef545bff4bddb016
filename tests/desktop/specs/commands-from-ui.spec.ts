import type { MyDay } from '#shared/contract/my-day.ts'
import type { HostCommandName } from '#shared/host/commands.ts'
import { hostCommandNames } from '#shared/host/names.ts'
import type { RemoteCommand } from '#shared/hubs/remote-command.ts'
import { expect, test } from '../support/product.ts'
import { CLIENT_COMMANDS } from '../ui/client-commands.ts'
import { MACHINE_COMMANDS } from '../ui/machine-commands.ts'
import { TOOL_COMMANDS } from '../ui/tool-commands.ts'
import type { DriveCommand } from '../ui/ui-commands.ts'

/** How each command is driven from the real screens, in the order in which that is done. */
const COMMANDS: Readonly<Record<HostCommandName, DriveCommand>> = {
  ...MACHINE_COMMANDS,
  ...TOOL_COMMANDS,
  ...CLIENT_COMMANDS,
}

/** Seen before anybody signs in. */
const BEFORE: HostCommandName = 'deviceID'
/** Ends the client, which is no more there to be asked. */
const LAST: HostCommandName = 'exit'

test.skip(process.platform === 'win32', 'a Windows machine has programs of its own')

test('every declared command is driven from the screens below', () => {
  expect(Object.keys(COMMANDS).sort()).toEqual([...hostCommandNames].sort())
  expect(Object.keys(COMMANDS)[0]).toBe(BEFORE)
  expect(Object.keys(COMMANDS).at(-1)).toBe(LAST)
})

for (const [name, drive] of Object.entries(COMMANDS) as [HostCommandName, DriveCommand][]) {
  if (name === LAST) continue
  test(`${name} goes from the screen through preload and main to the machine and back`, async ({ stage }) => {
    if (name !== BEFORE) await stage.signIn()
    await drive(stage)
    expect((await stage.seen(name)).length, 'commands that arrived').toBeGreaterThan(0)
  })
}

test('S161 remote commands sign out of the dialler and of the survey tool, on the machine', async ({
  stage,
}) => {
  await stage.signIn()
  const { support, person, machine } = stage
  const send = (command: RemoteCommand['command']) =>
    support.post('/api/support/remote-command', { userID: person.userID, remoteCommand: { command } })
  const callsOf = (name: string) => machine.programs.calls(name).length
  const before = { dialler: callsOf('dialler-logout'), survey: callsOf('survey-logout') }

  // Until the window's hub stands, nobody hears of it.
  await expect(async () => {
    await send('LOGOUT_DIALLER')
    await expect.poll(() => callsOf('dialler-logout'), { timeout: 2_000 }).toBeGreaterThan(before.dialler)
  }).toPass()
  expect(callsOf('survey-logout')).toBe(before.survey)
  await send('LOGOUT_SURVEY_TOOL')
  await expect.poll(() => callsOf('survey-logout')).toBe(before.survey + 1)
})

test('D075 D097 AVAILABLE launches the dialler and follows the program in front, without its title; leaving it ends both, and what was chosen stays', async ({
  stage,
}) => {
  await stage.signIn()
  const { own, machine, seen } = stage
  const goTo = (activity: string, project?: string) =>
    own.post('/api/activity/update/current-activity', { activity, ...(project && { project }) })
  const day = async () => (await own.post('/api/itracker/activity/my-day', {})) as MyDay
  const readings = async () => {
    const { readings: all } = (await own.post('/api/itracker/recorded/mine', { kinds: ['ACTIVE_APP'] })) as {
      readings: { value: string }[]
    }
    return all.map(({ value }) => value)
  }
  const callsOf = (name: string) => machine.programs.calls(name).length
  const { sessions, projects } = await day()
  if (sessions.at(-1)?.activity !== 'MEETING') await goTo('MEETING')
  const off = await readings()
  machine.programs.answer('frontProgram', { program: 'explorer', name: 'Windows-Explorer' })
  const before = { launched: 0, left: 0 }
  // Until the new window's hub stands it can go to the one before, which is about to be gone.
  await expect(async () => {
    if ((await day()).sessions.at(-1)?.activity !== 'MEETING') await goTo('MEETING')
    before.launched = callsOf('dialler')
    await goTo('AVAILABLE', projects[0]?.name)
    await expect.poll(() => callsOf('dialler'), { timeout: 3_000 }).toBe(before.launched + 1)
  }).toPass()
  before.left = callsOf('dialler-logout')
  await expect.poll(async () => (await seen('activeAppWatch')).at(-1)).toEqual({ watch: true })
  // What the machine tells has the program's own name alone.
  const told = async () => (await readings()).slice(0, -off.length || undefined).sort()
  await expect.poll(told).toEqual(['Windows-Explorer'])
  machine.programs.answer('frontProgram', { program: 'CalculatorApp', name: 'Taschenrechner für Büros' })
  await expect.poll(told).toEqual(['Taschenrechner für Büros', 'Windows-Explorer'])
  await goTo('BREAK')
  await expect.poll(() => callsOf('dialler-logout')).toBe(before.left + 1)
  await expect.poll(async () => (await seen('activeAppWatch')).at(-1)).toEqual({ watch: false })
  expect((await day()).sessions.at(-1)?.activity).toBe('BREAK')
  expect(callsOf('dialler')).toBe(before.launched + 1)
})

test(`${LAST} goes from support through the page, preload and main, and ends the client`, async ({
  stage,
}) => {
  await stage.signIn()
  await COMMANDS[LAST](stage)
})
