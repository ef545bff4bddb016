import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { CALL_REACTION_MS } from '#shared/domain/calls.ts'
import type { CallSeat } from '#shared/hubs/call-signal.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import { fakeHub } from '../../../testing/fake-hub.ts'
import { manualTimers } from '../../../testing/manual-timers.ts'
import { CallGestures } from './call-gestures.ts'
import type { CallMediaState } from './call-media.ts'

const MEETING = 5
const seat = (id: string, part: Partial<CallSeat> = {}): CallSeat => ({
  ...{ seat: id, userID: 2, name: id, microphone: 'ON', camera: false, screen: false, isAway: false },
  ...{ isHost: false, raisedAt: null, ...part },
})

const DIRECT = { way: 'DIRECT', engineRun: null } as const

function open() {
  const hub = fakeHub<typeof mainHub>()
  const timers = manualTimers()
  const store = createStore<CallMediaState>(() => ({ isMuted: false }) as CallMediaState)
  const told: string[] = []
  const media = { seat: 'own', store, mute: (isMuted: boolean) => store.setState({ isMuted }) }
  const gestures = new CallGestures({
    ...{ hub, timers, media, meetingID: MEETING },
    tell: (message) => void told.push(message),
  })
  gestures.start()
  const seats = (...all: CallSeat[]) => hub.fire('callSeats', { meetingID: MEETING, ...DIRECT, seats: all })
  return { gestures, hub, timers, media, told, seats, state: () => gestures.store.getState() }
}

test('hands are in the order in which they went up, and who hosts is known', () => {
  const at = open()
  at.seats(
    seat('own', { raisedAt: 30, isHost: true }),
    seat('Ben', { raisedAt: 20 }),
    seat('Cat'),
    seat('Dan', { raisedAt: 10 }),
  )
  expect(at.state().hands).toEqual([
    { seat: 'Dan', name: 'Dan', isOwn: false },
    { seat: 'Ben', name: 'Ben', isOwn: false },
    { seat: 'own', name: 'own', isOwn: true },
  ])
  expect([at.state().isHost, [...at.state().hosts]]).toEqual([true, ['own']])
  at.hub.fire('callSeats', { meetingID: 6, ...DIRECT, seats: [] })
  expect(at.state().hands).toHaveLength(3)
  at.seats(seat('own'), seat('Ben', { isHost: true }))
  expect([at.state().isHost, at.state().hands]).toEqual([false, []])
})

test('a reaction shows for its time; a second one of the same person begins anew', () => {
  const at = open()
  at.hub.fire('callReaction', 'Ben', 'CLAP')
  at.timers.pass(CALL_REACTION_MS - 1)
  at.hub.fire('callReaction', 'Ben', 'HEART')
  at.hub.fire('callReaction', 'Cat', 'LAUGH')
  at.timers.pass(1)
  expect([...at.state().reactions]).toEqual([
    ['Ben', 'HEART'],
    ['Cat', 'LAUGH'],
  ])
  at.timers.pass(CALL_REACTION_MS - 2)
  expect(at.state().reactions.size).toBe(2)
  at.timers.pass(1)
  expect(at.state().reactions.size).toBe(0)
})

test('who is asked is muted, is told by whom, and unmutes at any time; who is muted already stays as they were', () => {
  const at = open()
  at.hub.fire('callMuteAsked', 'another', 'Ann')
  expect(at.media.store.getState().isMuted).toBe(false)
  at.hub.fire('callMuteAsked', 'own', 'Ann')
  expect([at.media.store.getState().isMuted, at.state().mutedBy]).toEqual([true, 'Ann'])
  at.media.mute(false)
  expect(at.state().mutedBy).toBeNull()
  at.media.mute(true)
  at.hub.fire('callMuteAsked', 'own', 'Ann')
  expect(at.state().mutedBy).toBeNull()
})

test('each is asked for from the own seat; a refusal is told in its words; nothing is heard after the end', async () => {
  const at = open()
  await at.gestures.raise(true)
  await at.gestures.react('CLAP')
  await at.gestures.ask({ kind: 'MUTE_ALL' })
  expect(at.hub.invoked).toEqual([
    { method: 'raiseCallHand', args: ['own', true] },
    { method: 'sendCallReaction', args: ['own', 'CLAP'] },
    { method: 'askInCall', args: ['own', { kind: 'MUTE_ALL' }] },
  ])
  at.hub.invoke = () => Promise.reject(new Error('Only the host can do this.'))
  await at.gestures.ask({ kind: 'MUTE_ALL' })
  expect(at.told).toEqual(['Only the host can do this.'])
  at.gestures.stop()
  at.hub.fire('callMuteAsked', 'own', 'Ann')
  at.seats(seat('own', { isHost: true }))
  expect([at.media.store.getState().isMuted, at.state().isHost]).toEqual([false, false])
})
