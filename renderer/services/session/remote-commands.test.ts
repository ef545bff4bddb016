import { expect, test } from 'vitest'
import { done, fakeDesktop, refusal } from '../../testing/fake-desktop.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { USE_DESKTOP_APP } from '../desktop/desktop.ts'
import { createRemoteCommands } from './remote-commands.ts'

test.each([
  ['LOGOUT_DIALLER', 'DIALLER'],
  ['LOGOUT_SURVEY_TOOL', 'SURVEY_TOOL'],
] as const)('S161 S163 %s signs out of the tool in the desktop app', async (command, tool) => {
  const host = fakeDesktop({ projectSwitchLogout: done })
  const { services } = fakeServices({ desktop: host.desktop })
  const run = createRemoteCommands({ ...services, work: null, answer: async () => {} })
  await run({ command })
  expect(host.commands).toEqual([{ name: 'projectSwitchLogout', request: { tools: [tool] } }])
  expect(services.notices.store.getState()).toEqual([])
  host.answer('projectSwitchLogout', refusal('unsupported', 'It is not set up in this installation.'))
  await run({ command })
  expect(services.notices.store.getState()).toMatchObject([
    { kind: 'error', message: 'It is not set up in this installation.' },
  ])
})

/** What is done, and what is said of it, in one order. */
function inOrder({ isInMeeting = false, inDesktop = true } = {}) {
  const order: string[] = []
  const host = fakeDesktop({
    exit: () => {
      order.push('exit')
      return { ok: true, value: null }
    },
  })
  const server = fakeServices(inDesktop ? { desktop: host.desktop } : {})
  const { services } = server
  const run = createRemoteCommands({
    ...{ ...services, work: null, isInMeeting: () => isInMeeting },
    navigation: {
      ...services.navigation,
      go: (path) => void order.push(path),
      reload: () => void order.push('reload'),
    },
    life: { ...services.life, logout: async () => void order.push('logout') },
    answer: async (_id, outcome, why = '') => void order.push(`${outcome} ${why}`.trim()),
  })
  const notices = () => services.notices.store.getState().map(({ kind, message }) => `${kind}: ${message}`)
  return { run, order, notices }
}

test('S159 refreshing is said to be done before the page goes, and is refused in a meeting', async () => {
  const at = inOrder()
  await at.run({ command: 'REFRESH_UI', commandID: 7 })
  expect(at.order.slice(0, 3)).toEqual(['DELIVERED', 'DONE', 'reload'])
  const meeting = inOrder({ isInMeeting: true })
  await meeting.run({ command: 'REFRESH_UI', commandID: 7 })
  expect(meeting.order).toEqual(['DELIVERED', 'FAILED Unable to reload while in a meeting'])
  expect(meeting.notices()).toEqual(['warning: Unable to reload while in a meeting'])
})

test('S162 the logout is said to be done before the window goes to /exit-app and logs out', async () => {
  const at = inOrder()
  await at.run({ command: 'LOGOUT', commandID: 8 })
  expect(at.order.slice(0, 4)).toEqual(['DELIVERED', 'DONE', '/exit-app', 'logout'])
  const unanswered = inOrder()
  await unanswered.run({ command: 'LOGOUT' })
  expect(unanswered.order).toEqual(['/exit-app', 'logout'])
})

test('S163 the desktop client is closed once that is said; without one, and for what it can’t do, it is told', async () => {
  const at = inOrder()
  await at.run({ command: 'HOST', hostCommand: 'exit', commandID: 9 })
  expect(at.order.slice(0, 3)).toEqual(['DELIVERED', 'DONE', 'exit'])
  await at.run({ command: 'HOST', hostCommand: undefined })
  expect(at.notices()).toEqual([
    'error: This version of the desktop client cannot do that. Please update it.',
  ])
  const inBrowser = inOrder({ inDesktop: false })
  await inBrowser.run({ command: 'HOST', hostCommand: 'exit', commandID: 9 })
  expect(inBrowser.order).toEqual(['DELIVERED', `FAILED ${USE_DESKTOP_APP}`])
  expect(inBrowser.notices()).toEqual([`warning: ${USE_DESKTOP_APP}`])
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
