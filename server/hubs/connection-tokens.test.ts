import { expect, test } from 'vitest'
import { ConnectionTokens } from './connection-tokens.ts'
import { createManualTime } from './testing/manual-time.ts'

const negotiation = { path: '/api/hubs/test', connectionID: 'c', sessionID: 's' }
const key = new Uint8Array(32).fill(7)

function create() {
  const time = createManualTime()
  const server = (own = key) => new ConnectionTokens({ clock: time.clock, lifetimeMs: 100, key: own })
  return { time, server, tokens: server() }
}

test('a token works once, before its time is over', () => {
  const { time, tokens } = create()
  const used = tokens.issue(negotiation)
  const late = tokens.issue({ ...negotiation, connectionID: 'd' })
  time.advance(99)
  expect(tokens.take(used)).toEqual(negotiation)
  expect(tokens.take(used)).toBeNull()
  time.advance(1)
  expect(tokens.take(late)).toBeNull()
})

test('a name may come again once its time is over', () => {
  const { time, tokens } = create()
  expect(tokens.take(tokens.issue(negotiation))).toEqual(negotiation)
  time.advance(100)
  expect(tokens.take(tokens.issue(negotiation))).toEqual(negotiation)
})

test('any server of the installation takes it, none of another one', () => {
  const { tokens, server } = create()
  const token = tokens.issue(negotiation)
  expect(server(new Uint8Array(32).fill(8)).take(token)).toBeNull()
  expect(server().take(token)).toEqual(negotiation)
})

test.each([
  ['', 'nothing'],
  ['.', 'a dot'],
  ['e30', 'no signature'],
  ['e30.e30', 'another signature'],
  ['.7Z8', 'nothing, signed by somebody else'],
])('%j is no token: %s', (token) => {
  expect(create().tokens.take(token)).toBeNull()
})

test('a token that was changed is none', () => {
  const { tokens } = create()
  const [, signature] = tokens.issue(negotiation).split('.')
  const body = Buffer.from(JSON.stringify(['/api/hubs/chat', 'c', 's', 1_000])).toString('base64url')
  expect(tokens.take(`${body}.${signature}`)).toBeNull()
})
