import { expect, test } from 'vitest'
import type { Connection } from './connection.ts'
import { ServedHub } from './served-hub.ts'
import { testHub } from './testing/test-hub.ts'

function fakeConnection(userID: number): Connection {
  return { id: `c${userID}`, identity: { userID } } as unknown as Connection
}

test('a connection that left is in no group, and joins none any more', () => {
  const served = new ServedHub(testHub)
  const connection = fakeConnection(1)
  served.add(connection)
  served.join('room', connection)
  expect([...served.membersOf('room')]).toEqual([connection])
  served.remove(connection)
  served.join('room', connection)
  expect([...served.membersOf('room')]).toEqual([])
  expect([...served.onlineUserIDs]).toEqual([])
})

test('an event’s error names the fields that are wrong, not their values', () => {
  const served = new ServedHub(testHub)
  expect(() => served.event('noted', [{ text: 5, by: 'secret' }])).toThrow(
    "/api/hubs/test: the event 'noted' isn't as declared: 0.text",
  )
})
