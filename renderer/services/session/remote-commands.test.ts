import { expect, test } from 'vitest'
import { done, fakeDesktop, refusal } from '../../testing/fake-desktop.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { USE_DESKTOP_APP } from '../desktop/desktop.ts'
import { createRemoteCommands } from './remote-commands.ts'

test.each([
  ['LOGOUT_DIALLER', 'DIALLER'],
  ['LOGOUT_SURVEY_TOOL', 'SURVEY_TOOL'],
] as const)('S161 %s signs out of the tool in the desktop app', async (command, tool) => {
  const host = fakeDesktop({ projectSwitchLogout: done })
  const { services } = fakeServices({ desktop: host.desktop })
  const run = createRemoteCommands({ ...services, work: null, answer: async () => {} })
  await run({ command })
  expect(host.commands).toEqual([{ name: 'projectSwitchLogout', request: { tools: [tool] } }])
  expect(services.notices.store.getState()).toEqual([])
  host.answer('projectSwitchLogout', refusal('unsupported', 'It is not set up in this installation.'))
  await run({ command })
  expect(services.notices.store.getState()).toMatchObject([
    { message: 'It is not set up in this installation.' },
  ])
})

test('S162 A134 a window says that it has a command, then that it is done, or why it is not', async () => {
  const { services } = fakeServices()
  const said: string[] = []
  const answer = async (id: number, outcome: string, why = '') =>
    void said.push(`${id} ${outcome} ${why}`.trim())
  const run = createRemoteCommands({ ...services, work: null, answer })
  await run({ command: 'NO_DIALLER_CALLS', commandID: 3 })
  await run({ command: 'LOGOUT_DIALLER', commandID: 4 })
  // Another window of this computer does what is for the machine.
  await run({ command: 'HOST', hostCommand: 'startVPN', commandID: 5 })
  await run({ command: 'LOGOUT', commandID: 6 })
  await run({ command: 'NO_DIALLER_CALLS' })
  // Who leaves says so before there is nobody left to say it.
  expect([...new Set(said)]).toEqual([
    '3 DELIVERED',
    '3 DONE',
    '4 DELIVERED',
    `4 FAILED ${USE_DESKTOP_APP}`,
    '6 DELIVERED',
    '6 DONE',
  ])
})
