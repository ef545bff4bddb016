import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getUserAvatars } from '#shared/contract/people.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { createAvatars } from './avatars.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const PATH = '/api/services/get-user-avatars'

function open() {
  const server = fakeServices()
  server.services.session.signIn(testToken())
  const avatars = createAvatars(server.services)
  const pictures: Record<number, string> = { 3: 'data:3', 7: 'data:me' }
  server.answer(getUserAvatars, ({ pendingImages }: { pendingImages: number[] }) =>
    pendingImages.flatMap((userID) => {
      const avatar = pictures[userID]
      return avatar ? [{ userID, avatar }] : []
    }),
  )
  const asked = () => server.made.map(({ request }) => (request as { pendingImages: number[] }).pendingImages)
  return { ...server, avatars, pictures, asked, state: () => avatars.store.getState() }
}

test('S270 people wanted within a second of each other are asked for in one call, a second after the last', async () => {
  const at = open()
  at.avatars.want(3)
  await vi.advanceTimersByTimeAsync(900)
  for (const userID of [4, 3, 7]) at.avatars.want(userID)
  await vi.advanceTimersByTimeAsync(999)
  expect(at.made).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(at.made).toEqual([{ path: PATH, request: { pendingImages: [3, 4, 7] } }])
  expect([...at.state().lookup]).toEqual([
    [3, 'data:3'],
    [4, null],
    [7, 'data:me'],
  ])
  // Person 7 is who is signed in.
  expect(at.state().own).toBe('data:me')
  at.avatars.want(3)
  at.avatars.want(4)
  await vi.advanceTimersByTimeAsync(5000)
  expect(at.made).toHaveLength(1)
})

test('S270 what comes later is merged into what is known; a changed picture is asked for again', async () => {
  const at = open()
  at.avatars.want(3)
  at.avatars.want(4)
  await vi.advanceTimersByTimeAsync(1000)
  at.pictures[3] = 'data:new'
  at.avatars.refresh(3)
  at.avatars.want(7)
  await vi.advanceTimersByTimeAsync(1000)
  expect(at.asked()).toEqual([
    [3, 4],
    [3, 7],
  ])
  expect([...at.state().lookup]).toEqual([
    [3, 'data:new'],
    [4, null],
    [7, 'data:me'],
  ])
})

test('S108 S109 nobody and SAM are not asked about, and a call that failed is made again when wanted', async () => {
  const at = open()
  at.answer(getUserAvatars, () => {
    throw refused(500, 'No.')
  })
  for (const userID of [0, -2, 1, 5]) at.avatars.want(userID)
  await vi.advanceTimersByTimeAsync(1000)
  expect(at.asked()).toEqual([[1, 5]])
  at.answer(getUserAvatars, () => [])
  at.avatars.want(5)
  await vi.advanceTimersByTimeAsync(1000)
  expect(at.state().lookup.get(5)).toBeNull()
})

test('S270 S269 a crowd is asked for in calls of 200, and nothing after the end of the session', async () => {
  const at = open()
  for (let userID = 1; userID <= 250; userID++) at.avatars.want(userID)
  await vi.advanceTimersByTimeAsync(1000)
  expect(at.asked().map(({ length }) => length)).toEqual([200, 50])
  const full = open()
  for (let userID = 1; userID <= 200; userID++) full.avatars.want(userID)
  await vi.advanceTimersByTimeAsync(1000)
  expect(full.asked().map(({ length }) => length)).toEqual([200])
  at.avatars.want(300)
  at.avatars.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(at.made).toHaveLength(2)
})

test('S195 pictures that fail to load are told together, 100 ms after the first', async () => {
  const at = open()
  const told = vi.fn()
  at.avatars.store.subscribe(told)
  at.avatars.failed('data:a')
  await vi.advanceTimersByTimeAsync(60)
  at.avatars.failed('data:b')
  await vi.advanceTimersByTimeAsync(39)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toHaveBeenCalledTimes(1)
  expect([...at.state().broken]).toEqual(['data:a', 'data:b'])
})
