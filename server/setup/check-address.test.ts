import { afterEach, expect, test, vi } from 'vitest'
import { ADDRESS_RESULTS, ADDRESS_TEXT } from '#shared/domain/setup.ts'
import { checkAddress } from './check-address.ts'

afterEach(() => void vi.unstubAllGlobals())

const HERE = { publicOrigin: 'https://work.harbour.example/', trustedProxies: [] }
const check = () => checkAddress(HERE, 'this')

test.each([
  ['ENOTFOUND', 'NAME_NOT_FOUND'],
  ['EAI_AGAIN', 'NAME_NOT_FOUND'],
  ['EAI_NODATA', 'NAME_NOT_FOUND'],
  ['EAI_NONAME', 'NAME_NOT_FOUND'],
  ['CERT_HAS_EXPIRED', 'CERTIFICATE'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERTIFICATE'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'CERTIFICATE'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERTIFICATE'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'CERTIFICATE'],
  ['ECONNREFUSED', 'NO_ANSWER'],
  [undefined, 'NO_ANSWER'],
])('A011 an address that fails with %s is told as %s', async (code, told) => {
  const cause = code === undefined ? undefined : Object.assign(new Error(code), { code })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('fetch failed', { cause })
  })
  expect(await check()).toBe(told)
})

test('A011 what came of it in words', () => {
  expect(ADDRESS_RESULTS.map((result) => ADDRESS_TEXT[result])).toEqual([
    'This address reaches this installation.',
    'The name in this address was not found.',
    'Nothing answers at this address.',
    'The certificate at this address is not trusted.',
    'Another installation answers at this address.',
    'A proxy answers whose headers are not trusted. Add its address to the trusted proxies.',
  ])
})

test('A011 it is asked once, at the set-up’s path, without going where it is sent', async () => {
  const fetch = vi.fn(async () => Response.json({ installationID: 'this', forwardedBy: null }))
  vi.stubGlobal('fetch', fetch)
  expect(await check()).toBe('REACHES')
  expect(fetch.mock.calls).toEqual([
    ['https://work.harbour.example/api/setup/state', expect.objectContaining({ redirect: 'manual' })],
  ])
  vi.stubGlobal('fetch', async () => new Response('a page'))
  expect(await check()).toBe('ANOTHER')
})
