import { expect, test } from 'vitest'
import { done, fakeDesktop, refusal } from '../../testing/fake-desktop.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { createRemoteCommands } from './remote-commands.ts'

test.each([
  ['LOGOUT_DIALLER', 'DIALLER'],
  ['LOGOUT_SURVEY_TOOL', 'SURVEY_TOOL'],
] as const)('S161 %s signs out of the tool in the desktop app', async (command, tool) => {
  const host = fakeDesktop({ projectSwitchLogout: done })
  const { services } = fakeServices({ desktop: host.desktop })
  const run = createRemoteCommands({ ...services, work: null })
  await run({ command })
  expect(host.commands).toEqual([{ name: 'projectSwitchLogout', request: { tools: [tool] } }])
  expect(services.notices.store.getState()).toEqual([])
  host.answer('projectSwitchLogout', refusal('unsupported', 'It is not set up in this installation.'))
  await run({ command })
  expect(services.notices.store.getState()).toMatchObject([
    { message: 'It is not set up in this installation.' },
  ])
})
