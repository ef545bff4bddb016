import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Deployment, parseDeployment } from '../../config/deployment.ts'
import { hostSystem } from '../../platform/host-system.ts'
import type { LaunchProgram } from '../../platform/program-launcher.ts'
import { standInPrograms } from '../../testing/stand-in-programs.ts'
import { FakeScheduler } from '../fake-scheduler.ts'
import { HostFailure } from '../host-failure.ts'
import { systemScheduler } from '../scheduler.ts'
import { windowsCredentialStore } from '../win32/credential-store.ts'
import { ToolsService } from './tools-service.ts'

const programs = standInPrograms()
afterAll(() => programs.dispose())

const CREDENTIALS = { userName: 'jamie', password: 'planted-secret' }
const URL_OF_DIALLER = 'https://dialler.example/agent?room=4'

function deployment(credentials: object, more: object = {}, launch: object = {}): Deployment {
  const program = (name: string) => ({ program: `C:\\Tools\\${name}.exe`, credentials })
  return parseDeployment(
    JSON.stringify({
      version: 1,
      dialler: {
        launch: {
          ...program('dialler'),
          args: ['-u', '{userName}', '{url}'],
          origins: ['https://dialler.example'],
          ...launch,
        },
        ...more,
      },
      surveyTools: { FORSTA: { launch: program('forsta') } },
    }),
  )
}

/** The tools, with real programs or with ones that run until they are ended. */
function tools(configured: Deployment, launch?: LaunchProgram) {
  const env = { ...process.env, FIELDWORK_STANDIN_PROGRAMS: programs.folder }
  const real = hostSystem({ platform: 'linux', env, scheduler: systemScheduler, packaged: false })
  const system = { ...real, ...(launch && { launch }) }
  const scheduler = new FakeScheduler()
  const report = vi.fn()
  const store = windowsCredentialStore(system.windows)
  const after = (ms: number, action: () => void) => void scheduler.after(ms, action)
  return { tools: new ToolsService(() => configured, { system, store, report, after }), scheduler, report }
}

function lastingPrograms() {
  const started: { program: string; end: () => void }[] = []
  const launch: LaunchProgram = async (program, _args, options) => {
    let running = true
    const end = () => {
      if (running) options?.onEnd?.()
      running = false
    }
    started.push({ program, end })
    return { running: () => running, end }
  }
  return { started, launch }
}

const inputs = () => [...programs.asked('writeCredential'), ...programs.asked('removeCredential')]
const INPUT = { by: 'input', text: '{userName}\n{password}\n' }

beforeEach(() => {
  for (const name of ['dialler', 'forsta', 'quit']) {
    programs.remove(`${name}.calls`)
    programs.put(name)
  }
  programs.forgetAsked()
  programs.answer('writeCredential', null)
  programs.answer('removeCredential', null)
  programs.answer('isRunning', false)
  programs.answer('closePrograms', 1)
})

describe.skipIf(process.platform === 'win32')('S139 a tool', () => {
  const ask = (configured: Deployment) =>
    tools(configured).tools.launchDialler({ ...CREDENTIALS, url: URL_OF_DIALLER })

  test.each([
    ['its standard input', INPUT, 'jamie\nplanted-secret\n', false],
    ['its environment', { by: 'environment', userName: 'D_USER', password: 'D_PASSWORD' }, '', true],
    ['nobody', { by: 'nothing' }, '', false],
  ])('is given the credentials by %s, and never as arguments', async (_what, by, input, inEnvironment) => {
    await ask(deployment(by))
    const call = await vi.waitFor(() => {
      const [first] = programs.calls('dialler')
      if (!first) throw new Error('not yet')
      return first
    })
    expect(call.args).toEqual(['-u', 'jamie', URL_OF_DIALLER])
    expect(call.input).toBe(input)
    expect(call.env.includes('D_PASSWORD=planted-secret')).toBe(inEnvironment)
  })

  test('finds its credentials in the store, from which they are gone once it has ended', async () => {
    const { started, launch } = lastingPrograms()
    const at = tools(deployment({ by: 'store', target: 'Northgate Dialler' }), launch)
    await at.tools.launchDialler({ ...CREDENTIALS, url: URL_OF_DIALLER })
    expect(inputs()).toEqual([{ target: 'Northgate Dialler', ...CREDENTIALS }])
    // A program that hands over ends at once; its successor may still need the credentials.
    started[0]?.end()
    expect(inputs()).toHaveLength(1)
    await at.scheduler.advance(30_000)
    await vi.waitFor(() => expect(inputs().slice(1)).toEqual([{ target: 'Northgate Dialler' }]))
  })

  test('that cannot be started leaves nothing in the store', async () => {
    programs.remove('dialler')
    await expect(ask(deployment({ by: 'store', target: 'T' }))).rejects.toMatchObject({
      code: 'unsupported',
      message: 'The dialler is not there on this computer.',
    })
    expect(inputs()).toEqual([{ target: 'T', ...CREDENTIALS }, { target: 'T' }])
  })

  test.each(['https://dialler.example.evil/', 'https://evil.example/', 'file:///c:/x', 'nonsense'])(
    'is not sent to %s',
    async (url) => {
      const { tools: it } = tools(deployment(INPUT))
      await expect(it.launchDialler({ ...CREDENTIALS, url })).rejects.toMatchObject({ code: 'denied' })
      expect(programs.calls('dialler')).toEqual([])
    },
  )

  test('that is not configured is not there', async () => {
    const { tools: it } = tools(deployment(INPUT))
    await expect(it.launchSurveyTool('DIMENSIONS', CREDENTIALS)).rejects.toMatchObject({
      code: 'unsupported',
      message: 'Dimensions is not set up in this installation.',
    })
  })

  test('of a configuration that cannot be trusted is refused', async () => {
    const refuse = () => {
      throw new HostFailure('failed', 'Damaged.')
    }
    const at = tools(deployment(INPUT))
    const service = new ToolsService(refuse, at.tools as never)
    await expect(service.launchSurveyTool('FORSTA', CREDENTIALS)).rejects.toMatchObject({
      message: 'Damaged.',
    })
    await expect(service.status()).rejects.toMatchObject({ message: 'Damaged.' })
  })
})

describe.skipIf(process.platform === 'win32')('S133 S139 status, logout and re-authentication', () => {
  test('tell what runs by what was started', async () => {
    const { started, launch } = lastingPrograms()
    const { tools: it } = tools(deployment(INPUT), launch)
    expect(await it.status()).toEqual({ dialler: 'STOPPED', surveyTool: 'STOPPED' })
    await it.launchSurveyTool('FORSTA', CREDENTIALS)
    expect(await it.status()).toEqual({ dialler: 'STOPPED', surveyTool: 'RUNNING' })
    await it.logout(['SURVEY_TOOL', 'DIALLER'])
    expect(await it.status()).toEqual({ dialler: 'STOPPED', surveyTool: 'STOPPED' })
    expect(started).toHaveLength(1)
    const none = tools(parseDeployment('{"version":1}')).tools
    expect(await none.status()).toEqual({ dialler: 'UNAVAILABLE', surveyTool: 'UNAVAILABLE' })
    await expect(none.logout(['DIALLER'])).rejects.toMatchObject({ code: 'unsupported' })
  })

  test.each([
    ['running', true, 'RUNNING'],
    ['not running', false, 'STOPPED'],
  ])('tell by Windows’ list: %s', async (_what, isRunning, state) => {
    programs.answer('isRunning', isRunning)
    const { tools: it } = tools(deployment(INPUT, { image: 'Dialler.exe' }))
    expect(await it.status()).toMatchObject({ dialler: state })
    expect(programs.asked('isRunning')).toEqual([{ image: 'Dialler.exe' }])
    await it.logout(['DIALLER'])
    expect(programs.asked('closePrograms')).toEqual(isRunning ? [{ images: ['Dialler.exe'] }] : [])
  })

  test('tell nothing where Windows doesn’t', async () => {
    programs.refuse('isRunning', 'timeout')
    const { tools: it } = tools(deployment(INPUT, { image: 'Dialler.exe' }))
    await expect(it.status()).rejects.toMatchObject({ code: 'timeout' })
  })

  test('a tool with a program for it is signed out by that', async () => {
    programs.answer('isRunning', true)
    const logout = { program: 'C:\\Tools\\quit.exe', args: ['--now'] }
    await tools(deployment(INPUT, { image: 'dialler.exe', logout })).tools.logout(['DIALLER'])
    expect(programs.calls('quit').map(({ args }) => args)).toEqual([['--now']])
    expect(programs.asked('closePrograms')).toEqual([])
  })

  test('a survey tool is signed in afresh by starting again, or by its program for that', async () => {
    const { started, launch } = lastingPrograms()
    const { tools: it } = tools(deployment(INPUT), launch)
    await it.launchSurveyTool('FORSTA', CREDENTIALS)
    await it.reauthenticate('FORSTA', CREDENTIALS)
    expect(started).toHaveLength(2)

    const reauthenticate = { program: 'C:\\Tools\\quit.exe', args: ['again'], credentials: INPUT }
    const configured = deployment(INPUT)
    const forsta = { ...configured.surveyTools.FORSTA, reauthenticate }
    const whole = parseDeployment(JSON.stringify({ ...configured, surveyTools: { FORSTA: forsta } }))
    await tools(whole).tools.reauthenticate('FORSTA', CREDENTIALS)
    expect(programs.calls('quit')).toMatchObject([{ args: ['again'], input: 'jamie\nplanted-secret\n' }])
  })

  test('a logout that fails does not keep the other tool signed in', async () => {
    programs.put('quit', { exitCode: 1 })
    programs.answer('isRunning', true)
    const { started, launch } = lastingPrograms()
    const logout = { program: 'C:\\Tools\\quit.exe' }
    const { tools: it } = tools(deployment(INPUT, { image: 'dialler.exe', logout }), launch)
    await it.launchSurveyTool('FORSTA', CREDENTIALS)
    await expect(it.logout(['DIALLER', 'SURVEY_TOOL'])).rejects.toMatchObject({
      message: 'The dialler did not work.',
    })
    expect(await it.status()).toMatchObject({ surveyTool: 'STOPPED' })
    expect(started).toHaveLength(1)
  })
})
