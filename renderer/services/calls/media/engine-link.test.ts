import { expect, test, vi } from 'vitest'
import type { CallSignal } from '#shared/hubs/call-signal.ts'
import { manualTimers } from '../../../testing/manual-timers.ts'
import { EngineLink, type EngineLinkParts } from './engine-link.ts'
import { NO_WAY_MS } from './peer-link.ts'
import { EnginePeer } from './testing/engine-peer.ts'

const RETRY_MS = 6000
const [ANN, BEN] = ['44444444-4444-4444-8444-444444444444', '88888888-8888-4888-8888-888888888888']

function open(first = 0) {
  const timers = manualTimers()
  const peers: EnginePeer[] = []
  const sent: CallSignal[] = []
  const at = { canSend: true, changes: 0 }
  const parts = {
    timers,
    makePeer() {
      peers.push(new EnginePeer())
      return peers.at(-1)
    },
    newStream() {
      const tracks: object[] = []
      return { tracks, addTrack: (track: object) => void tracks.push(track) }
    },
    send: (signal: CallSignal) => void sent.push(signal),
    canSend: () => at.canSend,
    onChange: () => void at.changes++,
  }
  const link = new EngineLink(parts as unknown as EngineLinkParts, first)
  const kinds = () =>
    sent.map((signal) => `${signal.kind} ${'attempt' in signal ? signal.attempt : ''}`.trim())
  const offer = (attempt: number, sdp = 'v=0') => link.take({ kind: 'ENGINE_OFFER', attempt, sdp })
  const peer = (place = 0): EnginePeer => {
    const one = peers[place]
    if (!one) throw new Error('no peer yet')
    return one
  }
  return { ...{ link, timers, peers, sent, kinds, offer, peer, at } }
}

async function up(first = 0) {
  const at = open(first)
  at.link.begin()
  at.offer(first + 1)
  await vi.waitFor(() => expect(at.kinds()).toContain(`ENGINE_ANSWER ${first + 1}`))
  at.peer().is('connected')
  return at
}
const track = (kind: string) => ({ kind, id: kind }) as MediaStreamTrack

test('asks for a connection, answers the offer, and sends by the lines that are named for it', async () => {
  const at = open(6)
  at.link.setTrack('VOICE', track('voice'))
  at.link.setTrack('CAMERA', track('camera'))
  at.link.begin()
  expect(at.sent).toEqual([{ kind: 'ENGINE_JOIN', attempt: 7 }])
  at.offer(7)
  await vi.waitFor(() => expect(at.kinds()).toEqual(['ENGINE_JOIN 7', 'ENGINE_ANSWER 7']))
  expect(at.peer().sends()).toEqual({
    ...{ voice: 'voice', camera: 'camera', 'camera-small': 'camera' },
    ...{ screen: null, 'screen-sound': null },
  })
  const directions = at.peer().lines.map(({ mid, direction }) => `${mid} ${direction}`)
  expect(directions).toContain('voice sendonly')
  expect(directions).toContain('s0 recvonly')
  // A camera goes in two sizes, within what each may take; a voice as it is.
  const limits = Object.fromEntries(at.peer().lines.map(({ mid, sender }) => [mid, sender.encodings[0]]))
  expect(limits).toMatchObject({
    camera: { maxBitrate: 900_000 },
    'camera-small': { maxBitrate: 120_000, scaleResolutionDownBy: 3 },
    screen: { maxBitrate: 1_500_000 },
    voice: {},
  })
  expect(limits.voice).toEqual({})
  at.link.setTrack('SCREEN', track('screen'))
  at.link.setTrack('CAMERA', null)
  expect(at.peer().sends()).toMatchObject({ camera: null, 'camera-small': null, screen: 'screen' })
})

test('an answer says nothing twice and names no way to this window', async () => {
  const once = ['a=ice-ufrag:u', 'a=ice-pwd:p', 'a=fingerprint:sha-256 AB', 'a=setup:active']
  const line = (mid: string) => [`m=audio 9 X 111`, `a=mid:${mid}`, ...once, 'a=rtcp:9 IN IP4 0.0.0.0']
  const more = ['a=candidate:1 1 UDP 1 192.0.2.1 5 typ host', 'a=end-of-candidates', 'a=msid:- x']
  const said = (...lines: string[]) => lines.concat('').join('\r\n')
  const other = open()
  other.link.begin()
  EnginePeer.answer = said('v=0', ...line('voice'), ...more, ...line('s0'), ...more)
  other.offer(1)
  await vi.waitFor(() => expect(other.kinds()).toContain('ENGINE_ANSWER 1'))
  EnginePeer.answer = 'v=0'
  expect(other.sent.at(-1)).toEqual({
    ...{ kind: 'ENGINE_ANSWER', attempt: 1 },
    sdp: said('v=0', 'm=audio 9 X 111', 'a=mid:voice', ...once, 'm=audio 9 X 111', 'a=mid:s0'),
  })
})

test('offers of other attempts and after the end are nobody’s, and one that can’t be answered isn’t', async () => {
  const at = open()
  at.link.begin()
  at.offer(0)
  at.offer(2)
  at.offer(1, 'garbage')
  await new Promise((done) => setTimeout(done))
  expect(at.kinds()).toEqual(['ENGINE_JOIN 1'])
  // The next one is.
  at.offer(1)
  await vi.waitFor(() => expect(at.kinds()).toEqual(['ENGINE_JOIN 1', 'ENGINE_ANSWER 1']))
  expect(at.peers).toHaveLength(1)
  at.link.close()
  at.offer(1)
  await new Promise((done) => setTimeout(done))
  expect([at.kinds().length, at.peer().isClosed, at.timers.pending()]).toEqual([2, true, 0])
  at.link.begin()
  at.link.restart()
  expect(at.kinds()).toHaveLength(2)
})

test('offers that come at once are answered one after the other, by the same connection', async () => {
  const at = open()
  at.link.begin()
  at.offer(1)
  at.offer(1)
  await vi.waitFor(() => expect(at.kinds()).toEqual(['ENGINE_JOIN 1', 'ENGINE_ANSWER 1', 'ENGINE_ANSWER 1']))
  expect(at.peers).toHaveLength(1)
  expect(at.peer().most).toBe(1)
})

test('who is heard and seen is by the lines that the engine says, and changes with them', async () => {
  const at = await up()
  expect([at.link.has(ANN), at.link.stream(ANN, 'VOICE')]).toEqual([false, null])
  const slots = (
    ...all: [mid: string, seat: string, stream: 'VOICE' | 'CAMERA' | 'SCREEN' | 'SCREEN_SOUND'][]
  ) =>
    at.link.take({
      ...{ kind: 'ENGINE_SLOTS', attempt: 1 },
      slots: all.map(([mid, seat, stream]) => ({ mid, seat, stream })),
    })
  const heard = (seat: string, kind: 'VOICE' | 'CAMERA' | 'SCREEN') =>
    (at.link.stream(seat, kind) as unknown as { tracks: { id: string }[] } | null)?.tracks.map(
      ({ id }) => id,
    ) ?? null
  slots(['s0', ANN, 'VOICE'], ['s1', BEN, 'VOICE'], ['s2', ANN, 'SCREEN'], ['s3', ANN, 'SCREEN_SOUND'])
  expect([at.link.has(ANN), at.link.has(BEN), at.link.has('nobody')]).toEqual([true, true, false])
  expect([heard(ANN, 'VOICE'), heard(BEN, 'VOICE')]).toEqual([['s0'], ['s1']])
  expect([heard(ANN, 'SCREEN'), heard(BEN, 'SCREEN'), heard(ANN, 'CAMERA')]).toEqual([
    ['s2', 's3'],
    null,
    null,
  ])
  // The same lines are the same stream: a player goes on.
  expect(at.link.stream(ANN, 'VOICE')).toBe(at.link.stream(ANN, 'VOICE'))
  const before = at.link.stream(ANN, 'VOICE')
  slots(['s1', ANN, 'VOICE'], ['s3', ANN, 'SCREEN_SOUND'])
  expect(heard(ANN, 'VOICE')).toEqual(['s1'])
  expect(at.link.stream(ANN, 'VOICE')).not.toBe(before)
  expect(at.link.has(BEN)).toBe(false)
  // A screen's sound alone is none.
  expect(heard(ANN, 'SCREEN')).toBeNull()
  // What the engine said to an earlier connection is over.
  at.link.take({ kind: 'ENGINE_SLOTS', attempt: 0, slots: [] })
  expect(heard(ANN, 'VOICE')).toEqual(['s1'])
  slots(['nowhere', ANN, 'VOICE'])
  expect(at.link.has(ANN)).toBe(false)
})

test('who comes by another connection is heard by its tracks, which have the ids of the one before', async () => {
  const at = await up()
  const slots = [{ mid: 's0', seat: BEN, stream: 'VOICE' as const }]
  at.link.take({ kind: 'ENGINE_SLOTS', attempt: 1, slots })
  const before = at.link.stream(BEN, 'VOICE')
  expect(at.link.stream(BEN, 'VOICE')).toBe(before)
  at.link.restart()
  at.offer(2)
  await vi.waitFor(() => expect(at.kinds()).toContain('ENGINE_ANSWER 2'))
  // Until the engine says so, nobody's line is known.
  at.peer(1).is('connected')
  expect(at.link.has(BEN)).toBe(false)
  at.link.take({ kind: 'ENGINE_SLOTS', attempt: 2, slots })
  const after = at.link.stream(BEN, 'VOICE') as unknown as { tracks: object[] }
  const received = at.peer(1).lines.find(({ mid }) => mid === 's0')?.receiver.track
  expect(after.tracks).toHaveLength(1)
  expect(after.tracks[0]).toBe(received)
  expect(after).not.toBe(before)
})

test('figures are of each voice’s own line, and how loud it is', async () => {
  const at = await up()
  at.link.take({
    ...{ kind: 'ENGINE_SLOTS', attempt: 1 },
    slots: [
      { mid: 's0', seat: ANN, stream: 'VOICE' },
      { mid: 's1', seat: BEN, stream: 'VOICE' },
    ],
  })
  at.peer().levels.set('s1', 0.4)
  expect([at.link.level(ANN), at.link.level(BEN), at.link.level('nobody')]).toEqual([0, 0.4, 0])
  expect(at.link.voicePackets(ANN)).toBeNull()
  at.peer().stats = [
    { id: 'a', type: 'inbound-rtp', mid: 's0', packetsReceived: 7 },
    { id: 'b', type: 'inbound-rtp', mid: 's1', packetsReceived: 9 },
    { id: 'p', type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.0123 },
  ]
  await at.link.measure()
  expect([at.link.voicePackets(ANN), at.link.voicePackets(BEN), at.link.roundTripMs]).toEqual([7, 9, 12])
  expect(await at.link.report()).toBe(at.peer().stats)
})

test('cameras are asked for as large as they are shown: once the engine knows this window, and anew by each connection', async () => {
  const at = open()
  const want = (layer: 'SMALL' | 'LARGE') => at.link.want([{ seat: ANN, layer }])
  const wanted = () => at.sent.flatMap((one) => (one.kind === 'ENGINE_WANT' ? one.cameras : []))
  want('SMALL')
  at.link.begin()
  expect(wanted()).toEqual([])
  at.offer(1)
  await vi.waitFor(() => expect(at.kinds()).toEqual(['ENGINE_JOIN 1', 'ENGINE_ANSWER 1', 'ENGINE_WANT']))
  at.peer().is('connected')
  want('SMALL')
  at.offer(1)
  await vi.waitFor(() => expect(at.kinds().slice(3)).toEqual(['ENGINE_ANSWER 1']))
  want('LARGE')
  expect(wanted()).toEqual([
    { seat: ANN, layer: 'SMALL' },
    { seat: ANN, layer: 'LARGE' },
  ])
  // Nothing reaches the server: it is said once the way is back.
  at.at.canSend = false
  want('SMALL')
  expect(wanted()).toHaveLength(2)
  at.at.canSend = true
  at.link.renew()
  expect(wanted().at(-1)).toEqual({ seat: ANN, layer: 'SMALL' })
  at.link.restart()
  at.offer(2)
  await vi.waitFor(() =>
    expect(at.kinds().slice(-3)).toEqual(['ENGINE_JOIN 2', 'ENGINE_ANSWER 2', 'ENGINE_WANT']),
  )
  at.link.close()
  want('LARGE')
  expect(wanted()).toHaveLength(4)
})

test('a camera is held back from the engine until it may be sent again, whichever it is by then', async () => {
  const at = await up()
  at.link.setTrack('CAMERA', track('first'))
  at.link.holdCamera(true)
  expect(at.peer().sends()).toMatchObject({ camera: null, 'camera-small': null })
  at.link.setTrack('CAMERA', track('second'))
  at.offer(1)
  await vi.waitFor(() => expect(at.kinds()).toHaveLength(3))
  expect(at.peer().sends()).toMatchObject({ camera: null, 'camera-small': null })
  at.link.holdCamera(false)
  expect(at.peer().sends()).toMatchObject({ camera: 'second', 'camera-small': 'second' })
})

test('a way that breaks is begun anew, at once where it failed, and told as no way after half a minute', async () => {
  const at = await up()
  expect([at.link.state, at.link.isUp]).toEqual(['RELAYED', true])
  // A short break mends itself.
  at.peer().is('disconnected')
  expect(at.link.state).toBe('RECONNECTING')
  at.timers.pass(1499)
  at.peer().is('connected')
  at.timers.pass(60_000)
  expect([at.link.state, at.kinds().length]).toEqual(['RELAYED', 2])
  at.peer().is('disconnected')
  at.timers.pass(1500)
  expect(at.kinds().at(-1)).toBe('ENGINE_JOIN 2')
  at.peer().is('failed')
  at.timers.pass(0)
  expect(at.kinds().at(-1)).toBe('ENGINE_JOIN 3')
  at.timers.pass(RETRY_MS)
  expect(at.kinds().at(-1)).toBe('ENGINE_JOIN 4')
  at.timers.pass(NO_WAY_MS)
  expect(at.link.state).toBe('FAILED')
  const { attempt } = at.link
  at.offer(attempt)
  await vi.waitFor(() => expect(at.peers).toHaveLength(2))
  expect(at.peer().isClosed).toBe(true)
  // What the connection before says is nothing any more.
  at.peer().is('failed')
  at.peer(1).is('connected')
  expect(at.link.state).toBe('RELAYED')
  at.timers.pass(NO_WAY_MS)
  expect([at.link.state, at.link.attempt]).toEqual(['RELAYED', attempt])
})

test('while nothing reaches the server it asks for nothing, and goes on asking once it does', () => {
  const at = open()
  at.at.canSend = false
  at.link.begin()
  at.timers.pass(RETRY_MS)
  expect(at.sent).toEqual([])
  at.at.canSend = true
  at.link.renew()
  expect(at.kinds()).toEqual(['ENGINE_JOIN 3'])
  at.timers.pass(RETRY_MS)
  expect(at.kinds()).toEqual(['ENGINE_JOIN 3', 'ENGINE_JOIN 4'])
})
