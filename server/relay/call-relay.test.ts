import { expect, test } from 'vitest'
import { UsageError } from '../main-options.ts'
import { CallRelay, readOtherRelay } from './call-relay.ts'
import { CREDENTIAL_MS, holderOf } from './relay-credentials.ts'

const NOW = 1_000_000_000

test('credentials are for one person in one call, and end', () => {
  const relay = new CallRelay(() => NOW, 'own', null)
  const { username, credential, urls, hasUdp } = relay.accessFor(5, 7)
  expect({ urls, hasUdp }).toEqual({ urls: [], hasUdp: false })
  expect(holderOf('own', username)).toMatchObject({ call: '5', person: '7', endsAt: NOW + CREDENTIAL_MS })
  expect(relay.accessFor(5, 8).credential).not.toBe(credential)
  expect(relay.accessFor(6, 7).credential).not.toBe(credential)
})

test('the credentials of a company’s own server are as the draft on TURN’s REST API has them', () => {
  const urls = ['turns:relay.example:443?transport=tcp']
  const other = new CallRelay(() => 0, 'own', { urls, secret: 'north' })
  const username = '43200:5.7'
  // base64 of HMAC-SHA1 over the user name, by openssl.
  expect(other.accessFor(5, 7)).toEqual({ urls, hasUdp: false, username, credential: CREDENTIAL })
})
const CREDENTIAL = 'iAjZUufLandfsk7dYtX86AUyPs8='

test('it is named by both variables or by none', () => {
  const read = (urls?: string, secret?: string) =>
    readOtherRelay({
      ...(urls !== undefined && { FIELDWORK_TURN_URLS: urls }),
      ...(secret !== undefined && { FIELDWORK_TURN_SECRET: secret }),
    })
  expect(read()).toBeNull()
  expect(read('', '')).toBeNull()
  expect(read(' turn:a.example  turns:b.example ', 's')).toEqual({
    urls: ['turn:a.example', 'turns:b.example'],
    secret: 's',
  })
  for (const [urls, secret] of [
    ['turn:a.example', undefined],
    [undefined, 's'],
    ['https://a.example', 's'],
  ] as const)
    expect(() => read(urls, secret)).toThrow(UsageError)
})
