import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { type Deployment, parseDeployment } from './deployment.ts'
import { isLoose, isOpenToPeople } from './file-protection.ts'
import { findPolicy, POLICY_REFUSED } from './find-policy.ts'
import { applyPolicy, NO_POLICY, parsePolicy } from './policy.ts'

const POLICY = {
  version: 1,
  feed: 'https://updates.northgate.example/win',
  server: 'https://fieldwork.northgate.example',
  proxy: { by: 'rules', rules: 'http=proxy.example:8080;https=proxy.example:8080', bypass: '<local>' },
  tools: ['VPN', 'FORSTA'],
  developerTools: true,
  startWithSystem: true,
  updates: false,
}
const policy = (changes: object) => () => parsePolicy(JSON.stringify({ ...POLICY, ...changes }))

describe('a policy', () => {
  test('says what it says, and nothing else', () => {
    expect(parsePolicy(JSON.stringify(POLICY))).toEqual(POLICY)
    expect(parsePolicy('{"version":1}')).toEqual(NO_POLICY)
  })

  test.each([
    ['a feed without encryption', { feed: 'http://updates.example' }],
    ['a feed with a password', { feed: 'https://a:b@updates.example' }],
    ['a server without encryption', { server: 'http://fieldwork.example' }],
    ['a proxy with a password', { proxy: { by: 'rules', rules: 'http=jamie:secret@proxy:8080' } }],
    ['a proxy’s script without encryption', { proxy: { by: 'script', url: 'http://wpad/x.pac' } }],
    ['a tool that there isn’t', { tools: ['CALCULATOR'] }],
    ['a name that is a slip', { developertools: true }],
    ['another version', { version: 2 }],
  ])('with %s is refused', (_what, changes) => expect(policy(changes)).toThrow())
})

describe('what it does to the deployment', () => {
  const program = { program: 'C:\\Tools\\a.exe', credentials: { by: 'nothing' } }
  const deployment: Deployment = parseDeployment(
    JSON.stringify({
      version: 1,
      vpn: { kind: 'ras', entry: 'Office VPN' },
      remoteAssist: { program: 'C:\\Tools\\help.exe' },
      remoteDesktopHosts: ['*.desks.example'],
      dialler: { launch: program },
      surveyTools: { FORSTA: { launch: program }, DIMENSIONS: { launch: program } },
      updates: { feed: 'https://updates.example', publishers: ['Northgate'] },
    }),
  )

  test('no policy leaves all of it', () => expect(applyPolicy(deployment, NO_POLICY)).toEqual(deployment))

  test('it leaves the tools that it names and brings its feed, whose publishers stay the signed ones', () => {
    const left = applyPolicy(deployment, policy({})())
    expect(left.vpn).toEqual(deployment.vpn)
    expect(Object.keys(left.surveyTools)).toEqual(['FORSTA'])
    expect([left.dialler, left.remoteAssist, left.remoteDesktopHosts]).toEqual([undefined, undefined, []])
    expect(left.updates).toEqual({ feed: POLICY.feed, publishers: ['Northgate'] })
  })

  test('it takes away a provider of speed tests that it doesn’t name, and adds none', () => {
    const speedTest = {
      provider: 'speedtest-net' as const,
      program: '/opt/speedtest',
      args: [],
      licenceAccepted: true as const,
      megabytesAtMost: 1000,
    }
    const opted = { ...deployment, speedTest }
    const under = (from: typeof deployment, tools: string[]) =>
      applyPolicy(from, parsePolicy(JSON.stringify({ version: 1, tools }))).speedTest
    expect(under(opted, ['VPN'])).toBeUndefined()
    expect(under(opted, ['SPEED_TEST'])).toEqual(speedTest)
    expect(under(deployment, ['SPEED_TEST'])).toBeUndefined()
  })

  test('it adds no tool and no updates that nobody signed', () => {
    const { updates: _updates, vpn: _vpn, ...less } = deployment
    const left = applyPolicy(less, policy({})())
    expect([left.vpn, left.updates]).toEqual([undefined, undefined])
  })
})

describe('where it is', () => {
  const FILE = 'C:\\ProgramData\\Fieldwork\\policy.json'
  function find(text: string | null, changes: Partial<Parameters<typeof findPolicy>[0]> = {}) {
    const report = vi.fn()
    const readFile = vi.fn((file: string) => (file === FILE || file === '/own.json' ? text : null))
    const sources = { platform: 'win32', env: {}, packaged: true, isOpenToPeople: () => false }
    return { found: findPolicy({ ...sources, readFile, report, ...changes }), report }
  }
  const refused = { ok: false, message: POLICY_REFUSED }

  test('none is no policy; the machine’s holds', () => {
    expect(find(null).found).toEqual({ ok: true, policy: NO_POLICY })
    expect(find(JSON.stringify(POLICY)).found).toEqual({ ok: true, policy: POLICY })
  })

  test('one that people could have written, or that is damaged, stops the client', () => {
    const { found, report } = find(JSON.stringify(POLICY), { isOpenToPeople: () => true })
    expect(found).toEqual(refused)
    expect(report).toHaveBeenCalledOnce()
    expect(find('{').found).toEqual(refused)
  })

  test('a packaged client takes none from elsewhere', () => {
    const env = { FIELDWORK_POLICY: '/own.json' }
    expect(find(JSON.stringify(POLICY), { env, platform: 'linux' }).found).toEqual({
      ok: true,
      policy: NO_POLICY,
    })
    const outside = { env, platform: 'linux', packaged: false, isOpenToPeople: () => true }
    expect(find(JSON.stringify(POLICY), outside).found).toEqual({ ok: true, policy: POLICY })
  })
})

describe('who may write it', () => {
  test('on Windows it is open where it opens for writing', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-policy-'))
    const file = path.join(folder, 'policy.json')
    writeFileSync(file, '{}')
    expect(isOpenToPeople(file, 'win32')).toBe(true)
    rmSync(folder, { recursive: true })
    expect(() => isOpenToPeople(file, 'win32')).toThrow()
  })

  test('elsewhere it is root’s alone, and so is its folder', () => {
    expect(isLoose({ uid: 0, mode: 0o100644 })).toBe(false)
    expect(isLoose({ uid: 0, mode: 0o100664 })).toBe(true)
    expect(isLoose({ uid: 0, mode: 0o100646 })).toBe(true)
    expect(isLoose({ uid: 1000, mode: 0o100600 })).toBe(true)
    const folder = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-policy-'))
    const file = path.join(folder, 'policy.json')
    writeFileSync(file, '{}', { mode: 0o644 })
    chmodSync(folder, 0o777)
    expect(isOpenToPeople(file, 'linux')).toBe(true)
    rmSync(folder, { recursive: true })
  })
})
