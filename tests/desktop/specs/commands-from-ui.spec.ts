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

test(`${LAST} goes from support through the page, preload and main, and ends the client`, async ({
  stage,
}) => {
  await stage.signIn()
  await COMMANDS[LAST](stage)
})
