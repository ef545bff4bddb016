import { expect, test, vi } from 'vitest'
import { fakeWindows } from '../../platform/windows/fake-windows.ts'
import { FakeScheduler } from '../fake-scheduler.ts'
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

test('the credential store is Windows’ own: written, read, none, and removed', async () => {
  const kept = new Map<string, { userName: string; password: string }>()
  const store = windowsCredentialStore(
    fakeWindows({
      readCredential: ({ target }) => kept.get(target) ?? null,
      writeCredential({ target, ...secret }) {
        kept.set(target, secret)
        return null
      },
      removeCredential({ target }) {
        kept.delete(target)
        return null
      },
    }),
  )
  const secret = { userName: 'jämie', password: 'pläntêd' }
  await store.write('Fieldwork proxy a:1', secret)
  expect(await store.read('Fieldwork proxy a:1')).toEqual(secret)
  await store.remove('Fieldwork proxy a:1')
  expect(await store.read('Fieldwork proxy a:1')).toBeNull()
})
