import { expect, test } from 'vitest'
import { ConnectionTokens } from './connection-tokens.ts'
import { createManualTime } from './testing/manual-time.ts'

const negotiation = { path: '/api/hubs/test', connectionID: 'c', sessionID: 's' }

function create() {
  const time = createManualTime()
  return { time, tokens: new ConnectionTokens({ clock: time.clock, lifetimeMs: 100, capacity: 2 }) }
}

test('a token works once, before its time is over', () => {
  const { time, tokens } = create()
  const [used, late] = [tokens.issue(negotiation), tokens.issue(negotiation)]
  time.advance(99)
  expect(tokens.take(used)).toMatchObject(negotiation)
  expect(tokens.take(used)).toBeNull()
  time.advance(1)
  expect(tokens.take(late)).toBeNull()
})

test('past the bound the oldest is forgotten', () => {
  const { tokens } = create()
  const issued = [tokens.issue(negotiation), tokens.issue(negotiation), tokens.issue(negotiation)]
  expect(issued.map((token) => tokens.take(token) !== null)).toEqual([false, true, true])
})
