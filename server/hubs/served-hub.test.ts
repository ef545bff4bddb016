import { expect, test } from 'vitest'
import type { Connection } from './connection.ts'
import { ServedHub } from './served-hub.ts'
import { testHub } from './testing/test-hub.ts'

function fakeConnection(userID: number) {
  const written: unknown[] = []
  const known = { id: `c${userID}`, userID }
  const connection = { id: known.id, known, write: (frame: unknown) => written.push(frame) }
  return { connection: connection as unknown as Connection, written }
}

test('a connection that left is in no group, and joins none any more', () => {
  const served = new ServedHub(testHub)
  const { connection, written } = fakeConnection(1)
  const tell = () => served.deliver({ group: 'room' }, served.event('welcome', []), null)
  served.add(connection)
  served.join('room', connection)
  tell()
  expect(written).toHaveLength(1)
  served.remove(connection)
  served.join('room', connection)
  tell()
  expect(written).toHaveLength(1)
  expect([...served.onlineUserIDs]).toEqual([])
})

test('an event’s error names the fields that are wrong, not their values', () => {
  const served = new ServedHub(testHub)
  expect(() => served.event('noted', [{ text: 5, by: 'secret' }])).toThrow(
    "/api/hubs/test: the event 'noted' isn't as declared: 0.text",
  )
})
