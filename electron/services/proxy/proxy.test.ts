import { expect, test, vi } from 'vitest'
import { createCommandRunner } from '../../platform/command-runner.ts'
import { standInPrograms } from '../../testing/stand-in-programs.ts'
import { FakeScheduler } from '../fake-scheduler.ts'
import { systemScheduler } from '../scheduler.ts'
import { windowsCredentialStore } from '../win32/credential-store.ts'
import { proxyConfig } from './proxy-config.ts'
import { ProxySignIn } from './proxy-sign-in.ts'

const SECRET = { userName: 'jamie', password: 'planted-secret' }
const asked = { isProxy: true, host: 'proxy.example', port: 8080 }

function signIn(read: () => Promise<typeof SECRET | null> = async () => SECRET) {
  const scheduler = new FakeScheduler()
  const report = vi.fn()
  const store = { read: vi.fn(read) }
  return { scheduler, report, store, proxy: new ProxySignIn({ store, scheduler, report }) }
}

test('a proxy is given what the credential store has for it, once; it is asked again later', async () => {
  const { proxy, store, scheduler, report } = signIn()
  expect(await proxy.answer(asked)).toEqual(SECRET)
  expect(store.read).toHaveBeenCalledWith('Fieldwork proxy proxy.example:8080')
  expect(await proxy.answer(asked)).toBeNull()
  expect(await proxy.answer({ ...asked, port: 3128 })).toEqual(SECRET)
  await scheduler.advance(60_000)
  expect(await proxy.answer(asked)).toEqual(SECRET)
  expect(JSON.stringify(report.mock.calls)).not.toContain('planted')
})

test('a server is given nothing, nor is a proxy without credentials or with a store that fails', async () => {
  const { proxy, store } = signIn()
  expect(await proxy.answer({ ...asked, isProxy: false })).toBeNull()
  expect(store.read).not.toHaveBeenCalled()
  expect(await signIn(async () => null).proxy.answer(asked)).toBeNull()
  const failing = signIn(() => Promise.reject(new Error('no')))
  expect(await failing.proxy.answer(asked)).toBeNull()
  const none = new ProxySignIn({ store: null, scheduler: new FakeScheduler(), report: vi.fn() })
  expect(await none.answer(asked)).toBeNull()
})

test('the policy’s choice is the session’s, without any credentials', () => {
  expect(proxyConfig({ by: 'system' })).toEqual({ mode: 'system' })
  expect(proxyConfig({ by: 'nothing' })).toEqual({ mode: 'direct' })
  expect(proxyConfig({ by: 'script', url: 'https://wpad.example/p.pac' })).toEqual({
    mode: 'pac_script',
    pacScript: 'https://wpad.example/p.pac',
  })
  expect(proxyConfig({ by: 'rules', rules: 'proxy:8080', bypass: '<local>' })).toEqual({
    mode: 'fixed_servers',
    proxyRules: 'proxy:8080',
    proxyBypassRules: '<local>',
  })
})

test.skipIf(process.platform === 'win32')(
  'the credential store is read by PowerShell, its target on standard input',
  async () => {
    const programs = standInPrograms()
    const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
    const output = JSON.stringify({ userName: base64('jämie'), password: base64('pläntêd') })
    programs.put('powershell', { output: `\uFEFF${output}\r\n` })
    const runner = createCommandRunner({ scheduler: systemScheduler, env: process.env })
    const store = windowsCredentialStore(
      (_program, ...rest) => runner(`${programs.folder}/powershell`, ...rest),
      {},
    )
    expect(await store.read('Fieldwork proxy a:1')).toEqual({ userName: 'jämie', password: 'pläntêd' })
    programs.put('powershell', { output: '' })
    expect(await store.read('Fieldwork proxy a:1')).toBeNull()
    const [call] = programs.calls('powershell')
    expect(call?.input).toBe('{"target":"Fieldwork proxy a:1"}')
    expect(call?.args.join(' ')).not.toContain('a:1')
    programs.dispose()
  },
)
