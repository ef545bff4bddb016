import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  viewCatiDimensions,
  viewCatiStagingDimensions,
  viewConfirmit,
  viewDiallerOnly,
} from '#shared/contract/tools.ts'
import { done, fakeDesktop, refusal } from '../../testing/fake-desktop.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { createTools, DIALLER_POPUP, popupOpener, TOOL_BUSY_MS } from './tools.ts'

const URL_OF_DIALLER = 'https://dialler.example/agent'
const DIALLER = { diallerUsername: 'jamie', diallerPassword: 'secret-1', diallerURL: URL_OF_DIALLER }
const TOKEN = { ...DIALLER, diallerUsername: 'TOKEN_LOGIN' }
const NO_DIALLER = { diallerUsername: '', diallerPassword: '', diallerURL: '' }
const FORSTA = { confirmitUsername: 'ng_jamie', confirmitPassword: 'secret-2', forceReload: false }
const NO_FORSTA = { confirmitUsername: '', confirmitPassword: '', forceReload: false }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const HOST = {
  diallerLaunch: done,
  surveyToolLaunch: done,
  surveyToolReauthenticate: done,
  remoteAssist: done,
  projectSwitchLogout: done,
}

function open(inDesktop: boolean) {
  const host = fakeDesktop(HOST)
  const server = fakeServices(inDesktop ? { desktop: host.desktop } : {})
  const openPopup = vi.fn(() => true)
  const tools = createTools({ ...server.services, openPopup })
  const messages = () => server.services.notices.store.getState().map(({ message }) => message)
  const busy = () => tools.store.getState().busy
  return { ...server, host, tools, openPopup, messages, busy }
}

function confirmit(inDesktop: boolean, dialler: typeof DIALLER, survey: typeof FORSTA) {
  const at = open(inDesktop)
  at.answer(viewConfirmit, () => ({ ...dialler, ...survey }))
  return at
}

function diallerOnly(inDesktop: boolean, dialler: typeof DIALLER) {
  const at = open(inDesktop)
  at.answer(viewDiallerOnly, () => dialler)
  return at
}

const MISSING = [
  { dialler: NO_DIALLER, survey: NO_FORSTA, message: 'No Forsta or dialler details found' },
  { dialler: DIALLER, survey: NO_FORSTA, message: 'No Forsta details found' },
  { dialler: NO_DIALLER, survey: FORSTA, message: 'No dialler details found' },
]

test.each(MISSING)('S209 S210 S211 $message is told, and nothing is launched', async (one) => {
  const at = confirmit(true, one.dialler, one.survey)
  await at.tools.launchSurveyTool()
  expect(at.messages()).toEqual([one.message])
  expect(at.host.commands).toEqual([])
  expect(at.busy()).toBeNull()
})

test('S211 a dialler without details is told', async () => {
  const at = diallerOnly(true, NO_DIALLER)
  await at.tools.launchDialler()
  expect(at.messages()).toEqual(['No dialler details found'])
})

const SYSTEMS = [
  { system: 'live', call: viewCatiDimensions, tool: 'DIMENSIONS' },
  { system: 'staging', call: viewCatiStagingDimensions, tool: 'DIMENSIONS_STAGING' },
] as const

test.each(SYSTEMS)(
  'S212 Dimensions ($system) without details is told, and launched with them',
  async (one) => {
    const at = open(true)
    at.answer(one.call, () => ({ username: '', password: '' }))
    await at.tools.launchDimensions(one.system)
    expect(at.messages()).toEqual(['No Dimensions details found'])
    at.answer(one.call, () => ({ username: 'ng\\jamie', password: 'secret' }))
    await at.tools.launchDimensions(one.system)
    const request = { tool: one.tool, userName: 'ng\\jamie', password: 'secret' }
    expect(at.host.commands).toEqual([{ name: 'surveyToolLaunch', request }])
  },
)

test('S214 S217 a dialler login by password needs the desktop app', async () => {
  const at = confirmit(false, DIALLER, FORSTA)
  await at.tools.launchSurveyTool()
  expect(at.messages()).toEqual(['None token based authentication is only available on the desktop app'])
  expect(at.openPopup).not.toHaveBeenCalled()
})

test('S215 TOKEN_LOGIN opens the dialler’s address in a popup of 768 by 1024, in a browser and in the desktop app', async () => {
  for (const inDesktop of [false, true]) {
    const at = diallerOnly(inDesktop, TOKEN)
    await at.tools.launchDialler()
    expect(at.openPopup.mock.calls).toEqual([[URL_OF_DIALLER, { width: 768, height: 1024 }]])
    expect(at.messages()).toEqual([])
    expect(at.host.commands).toEqual([])
    expect(at.busy()).toBe('the dialler')
    at.tools.stop()
  }
})

test('S215 a popup that the browser blocks is told, and an address that is none is no details', async () => {
  const at = diallerOnly(false, TOKEN)
  at.openPopup.mockReturnValue(false)
  await at.tools.launchDialler()
  expect(at.messages()[0]).toMatch(/allow popups/)
  expect(at.busy()).toBeNull()
  const bad = diallerOnly(false, { ...TOKEN, diallerURL: 'javascript:alert(1)' })
  await bad.tools.launchDialler()
  expect(bad.messages()).toEqual(['No dialler details found'])
  expect(bad.openPopup).not.toHaveBeenCalled()
})

test('S216 S217 outside of the desktop app its work is told to need it', async () => {
  const at = diallerOnly(false, DIALLER)
  await at.tools.launchDialler()
  expect(at.messages()).toEqual(['Please use desktop app to launch the dialler'])
  const other = open(false)
  await other.tools.remoteAssist()
  await other.tools.exitDialler()
  expect(other.messages()).toEqual(['Please use desktop app'])
  expect(await other.tools.status()).toBeNull()
  const within = open(true)
  await within.tools.remoteAssist()
  expect(within.host.commands).toEqual([{ name: 'remoteAssist', request: null }])
  expect(within.messages()).toEqual(['Quick Assist is opening.'])
})

test('S218 the survey tool is launched with the dialler, each with its own details', async () => {
  const at = confirmit(true, DIALLER, FORSTA)
  await at.tools.launchSurveyTool()
  expect(at.host.commands).toEqual([
    { name: 'diallerLaunch', request: { userName: 'jamie', password: 'secret-1', url: URL_OF_DIALLER } },
    { name: 'surveyToolLaunch', request: { tool: 'FORSTA', userName: 'ng_jamie', password: 'secret-2' } },
  ])
  expect(at.busy()).toBe('the survey tool')
  const afresh = confirmit(true, DIALLER, { ...FORSTA, forceReload: true })
  await afresh.tools.launchSurveyTool()
  expect(afresh.host.commands[1]?.name).toBe('surveyToolReauthenticate')
})

test('S218 the overlay follows a launch for 30 s, anew with each', async () => {
  const at = diallerOnly(true, DIALLER)
  await at.tools.launchDialler()
  await vi.advanceTimersByTimeAsync(20_000)
  await at.tools.launchDialler()
  await vi.advanceTimersByTimeAsync(TOOL_BUSY_MS - 1)
  expect(at.busy()).toBe('the dialler')
  await vi.advanceTimersByTimeAsync(1)
  expect(at.busy()).toBeNull()
  expect(TOOL_BUSY_MS).toBe(30_000)
})

test('S218 a launch that fails is told, and nothing is busy', async () => {
  const at = diallerOnly(true, DIALLER)
  at.host.answer('diallerLaunch', refusal('unsupported', 'The dialler is not there on this computer.'))
  await at.tools.launchDialler()
  expect(at.messages()).toEqual(['The dialler is not there on this computer.'])
  at.answer(viewDiallerOnly, () => {
    throw refused(403, 'no')
  })
  await at.tools.launchDialler()
  expect(at.busy()).toBeNull()
})

test('S176 the dialler is launched with its details and exited, and before a project switch its status is told', async () => {
  const at = diallerOnly(true, DIALLER)
  await at.tools.launchDialler()
  expect(at.host.commands).toEqual([
    { name: 'diallerLaunch', request: { userName: 'jamie', password: 'secret-1', url: URL_OF_DIALLER } },
  ])
  expect(at.messages()).toEqual([])
  await at.tools.exitDialler()
  expect(at.host.requests('projectSwitchLogout')).toEqual([{ tools: ['DIALLER'] }])
  const value = { dialler: 'RUNNING', surveyTool: 'STOPPED' }
  at.host.answer('projectSwitchStatus', { ok: true, value })
  expect(await at.tools.status()).toEqual(value)
  at.host.answer('projectSwitchLogout', refusal('failed', 'The dialler did not work.'))
  expect(await at.tools.logout(['DIALLER', 'SURVEY_TOOL'])).toBe(false)
  expect(at.messages()).toEqual(['The dialler did not work.'])
})

test('S215 the popup has its size and no hold of this page; in the desktop app nobody is told that it was blocked', () => {
  const popup = { opener: {} as unknown }
  const opened = vi.fn<(...args: unknown[]) => unknown>(() => popup)
  const page = { open: opened } as unknown as Window
  expect(popupOpener(page, false)(URL_OF_DIALLER, DIALLER_POPUP)).toBe(true)
  expect(opened).toHaveBeenCalledWith(URL_OF_DIALLER, '_blank', 'popup,width=768,height=1024')
  expect(popup.opener).toBeNull()
  opened.mockReturnValue(null)
  expect(popupOpener(page, false)(URL_OF_DIALLER, DIALLER_POPUP)).toBe(false)
  expect(popupOpener(page, true)(URL_OF_DIALLER, DIALLER_POPUP)).toBe(true)
})
