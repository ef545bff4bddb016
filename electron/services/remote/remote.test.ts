import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseDeployment } from '../../config/deployment.ts'
import { CommandFailure } from '../../platform/command-runner.ts'
import { hostSystem } from '../../platform/host-system.ts'
import type { LaunchOptions, LaunchProgram } from '../../platform/program-launcher.ts'
import { standInPrograms } from '../../testing/stand-in-programs.ts'
import { FakeScheduler } from '../fake-scheduler.ts'
import { systemScheduler } from '../scheduler.ts'
import { removeTemporary, writeTemporary } from '../temporary-file.ts'
import { windowsCredentialStore } from '../win32/credential-store.ts'
import { CloudDesktop } from './cloud-desktop.ts'
import { openRemoteAssist } from './remote-assist.ts'

const CREDENTIAL_LIFE_MS = 120_000

const programs = standInPrograms()
afterAll(() => programs.dispose())
beforeEach(() => {
  programs.forgetAsked()
  programs.answer('writeCredential', null)
  programs.answer('removeCredential', null)
})

const env = { ...process.env, FIELDWORK_STANDIN_PROGRAMS: programs.folder }
const system = hostSystem({ platform: 'linux', env, scheduler: systemScheduler, packaged: false })
const REQUEST = {
  userName: 'NORTHGATE\\jamie',
  password: 'planted-secret',
  address: 'desk-7.northgate.example:3390',
}

function desktop(fail?: CommandFailure) {
  const launched: { program: string; file: string; text: string; options: LaunchOptions }[] = []
  const launch: LaunchProgram = async (program, [file = ''], options = {}) => {
    if (fail) throw fail
    launched.push({ program, file, text: readFileSync(file, 'utf8'), options })
    return { running: () => true, end: () => {} }
  }
  const scheduler = new FakeScheduler()
  const files: string[] = []
  const cloud = new CloudDesktop({
    deployment: () => parseDeployment('{"version":1,"remoteDesktopHosts":["*.northgate.example"]}'),
    system: { ...system, launch },
    store: windowsCredentialStore(system.windows),
    scheduler,
    report: vi.fn(),
    writeTemporary(text) {
      const file = writeTemporary(programs.folder, '.rdp', text)
      files.push(file)
      return file
    },
    removeTemporary,
  })
  return { cloud, launched, scheduler, files }
}

const inputs = () => [...programs.asked('writeCredential'), ...programs.asked('removeCredential')]
const KEPT = {
  target: 'TERMSRV/desk-7.northgate.example',
  userName: REQUEST.userName,
  password: REQUEST.password,
}

describe.skipIf(process.platform === 'win32')('S137 a remote desktop', () => {
  test('is opened by a file without a password, which is in the credential store; both are gone at its end', async () => {
    const { cloud, launched } = desktop()
    await cloud.start(REQUEST)
    const [mstsc] = launched
    expect(path.win32.basename(mstsc?.program ?? '')).toBe('mstsc.exe')
    expect(mstsc?.text.split('\r\n')).toEqual(
      expect.arrayContaining(['full address:s:desk-7.northgate.example:3390', 'username:s:NORTHGATE\\jamie']),
    )
    expect(JSON.stringify(launched)).not.toContain('planted-secret')
    expect(inputs()).toEqual([KEPT])
    mstsc?.options.onEnd?.()
    await vi.waitFor(() => expect(inputs().slice(1)).toEqual([{ target: KEPT.target }]))
    expect(existsSync(path.dirname(mstsc?.file ?? ''))).toBe(false)
  })

  test('that stays open loses them after two minutes, once', async () => {
    const { cloud, launched, scheduler, files } = desktop()
    await cloud.start(REQUEST)
    await scheduler.advance(CREDENTIAL_LIFE_MS - 1)
    expect(existsSync(files[0] ?? '')).toBe(true)
    await scheduler.advance(1)
    expect(existsSync(files[0] ?? '')).toBe(false)
    launched[0]?.options.onEnd?.()
    await vi.waitFor(() => expect(inputs()).toHaveLength(2))
  })

  test('that does not open leaves nothing behind', async () => {
    const { cloud, files } = desktop(new CommandFailure('mstsc.exe', 'missing'))
    await expect(cloud.start(REQUEST)).rejects.toMatchObject({ code: 'unsupported' })
    expect(existsSync(files[0] ?? '')).toBe(false)
    await vi.waitFor(() => expect(inputs()).toEqual([KEPT, { target: KEPT.target }]))
  })

  test('elsewhere than the company allows is refused before anything is kept', async () => {
    const { cloud, launched } = desktop()
    const elsewhere = { ...REQUEST, address: 'desk-7.northgate.example.evil' }
    await expect(cloud.start(elsewhere)).rejects.toMatchObject({ code: 'denied' })
    expect([inputs(), launched]).toEqual([[], []])
  })
})

describe('S137 remote assist', () => {
  function assist(missing: readonly string[], platform = 'win32') {
    const tried: string[] = []
    const launch: LaunchProgram = async (program) => {
      tried.push(program)
      if (missing.some((part) => program.includes(part))) throw new CommandFailure(program, 'missing')
      return { running: () => true, end: () => {} }
    }
    return { tried, system: { platform, env: { LOCALAPPDATA: 'C:\\Users\\j\\AppData\\Local' }, launch } }
  }
  const STORE = 'C:\\Users\\j\\AppData\\Local\\Microsoft\\WindowsApps\\quickassist.exe'

  test('is Windows’ own Quick Assist, or the store’s', async () => {
    const own = assist([])
    await openRemoteAssist(undefined, own.system)
    expect(own.tried).toEqual(['C:\\Windows\\System32\\quickassist.exe'])
    const newer = assist(['System32'])
    await openRemoteAssist(undefined, newer.system)
    expect(newer.tried.at(-1)).toBe(STORE)
  })

  test('is the configured program, on any system', async () => {
    const linux = assist([], 'linux')
    await openRemoteAssist({ program: '/opt/help', args: [] }, linux.system)
    expect(linux.tried).toEqual(['/opt/help'])
  })

  test('is unsupported where there is none', async () => {
    for (const { system: one } of [assist(['quickassist']), assist([], 'darwin')]) {
      await expect(openRemoteAssist(undefined, one)).rejects.toMatchObject({ code: 'unsupported' })
    }
  })
})
