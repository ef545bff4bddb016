import { afterEach, describe, expect, test, vi } from 'vitest'
import { ENGINE_SEAT, type EngineSlot } from '#shared/hubs/call-engine.ts'
import type { CallSeat, CallSignal } from '#shared/hubs/call-signal.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import { fakeHub } from '../../../testing/fake-hub.ts'
import { manualTimers } from '../../../testing/manual-timers.ts'
import { CallMedia, type CallMediaParts } from './call-media.ts'
import { iceServersOf } from './ice-servers.ts'
import { NO_WAY_MS, UNANSWERED_MS } from './peer-link.ts'
import { EnginePeer } from './testing/engine-peer.ts'

const MEETING = 5
const OWN = '44444444-4444-4444-8444-444444444444'
/** Which of two windows is polite depends on their ids. */
const LATER = '88888888-8888-4888-8888-888888888888'
const EARLIER = '00000000-0000-4000-8000-000000000000'

const seat = (id: string, part: Partial<CallSeat> = {}): CallSeat => ({
  ...{ seat: id, userID: 2, name: 'Bob Baker', microphone: 'ON', camera: false, screen: false },
  ...{ isAway: false, isHost: false, raisedAt: null, ...part },
})

let tracks = 0
function fakeTrack(kind: string, label = `${kind} ${++tracks}`) {
  const track = Object.assign(new EventTarget(), {
    ...{ kind, label, id: label, enabled: true, readyState: 'live', onended: null as (() => void) | null },
    stop() {
      track.readyState = 'ended'
    },
    clone: () => fakeTrack(kind),
  })
  return track
}
type FakeTrack = ReturnType<typeof fakeTrack>

let streams = 0
function fakeStream(all: FakeTrack[] = []) {
  const of = (kind: string) => all.filter((one) => one.kind === kind)
  return {
    ...{ id: `stream ${++streams}`, onremovetrack: null as (() => void) | null },
    ...{ getTracks: () => all, getAudioTracks: () => of('audio'), getVideoTracks: () => of('video') },
    addTrack: (track: FakeTrack) => void all.push(track),
  }
}

/** A connection that a test moves. It negotiates as the browser's does, as far as states go. */
class FakePeer {
  signalingState = 'stable'
  connectionState = 'new'
  iceConnectionState = 'new'
  localDescription: { type: string; sdp: string } | null = null
  remote: unknown[] = []
  candidates: unknown[] = []
  configuration: object = {}
  getConfiguration = () => this.configuration
  setConfiguration = (next: object) => {
    this.configuration = next
  }
  isClosed = false
  stats: object[] = []
  senders: { track: unknown; replaceTrack: (track: unknown) => Promise<void> }[] = []
  onnegotiationneeded = () => {}
  onicecandidate = (_event: unknown) => {}
  onconnectionstatechange = () => {}
  oniceconnectionstatechange = () => {}
  ontrack = (_event: unknown) => {}
  addTrack(track: unknown) {
    const sender = {
      track,
      replaceTrack: async (next: unknown) => {
        sender.track = next
      },
    }
    this.senders.push(sender)
    return sender
  }
  transceivers: { sender: unknown; direction: string }[] = []
  getTransceivers() {
    for (const sender of this.senders)
      if (!this.transceivers.some((one) => one.sender === sender))
        this.transceivers.push({ sender, direction: 'sendrecv' })
    return this.transceivers
  }
  getReceivers = () => []
  async setLocalDescription() {
    const isAnswer = this.signalingState === 'have-remote-offer'
    this.localDescription = { type: isAnswer ? 'answer' : 'offer', sdp: 'v=0' }
    this.signalingState = isAnswer ? 'stable' : 'have-local-offer'
  }
  async setRemoteDescription(description: { type: string }) {
    if (description.type === 'answer' && this.signalingState !== 'have-local-offer')
      throw new DOMException('', 'InvalidStateError')
    this.remote.push(description)
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable'
  }
  async addIceCandidate(candidate: { candidate: string }) {
    if (candidate.candidate === 'garbage') throw new DOMException('', 'OperationError')
    this.candidates.push(candidate)
  }
  getStats = async () => this.stats
  close() {
    this.isClosed = true
  }
  is(state: string) {
    this.connectionState = state
    this.iceConnectionState = state
    this.onconnectionstatechange()
  }
}

const ACCESS = { urls: [], hasUdp: true, username: '1:5.1', credential: 'key' }

const refusedWith = (name: string) => async () => {
  throw new DOMException('', name)
}

function open(changes: { getUserMedia?: () => Promise<unknown>; isBlocked?: boolean } = {}) {
  const hub = fakeHub<typeof mainHub>()
  const { invoke } = hub
  hub.invoke = async (method, ...args) => {
    await invoke(method, ...args)
    return (method === 'takeCallSeat' ? ACCESS : undefined) as never
  }
  const timers = manualTimers()
  const peers: FakePeer[] = []
  const engines: EnginePeer[] = []
  /** The call goes through the server: connections are with its engine. */
  let isServed = false
  const taken: FakeTrack[] = []
  const asked: unknown[] = []
  const sounds: { id: string; isStopped: boolean; output: string | null }[] = []
  let found: { kind: string; deviceId: string; label: string }[] = []
  const devices = Object.assign(new EventTarget(), {
    async getUserMedia(wanted: { audio?: unknown; video?: unknown }) {
      asked.push(wanted)
      if (changes.getUserMedia) await changes.getUserMedia()
      const track = fakeTrack(wanted.audio ? 'audio' : 'video')
      taken.push(track)
      return fakeStream([track])
    },
    enumerateDevices: async () => found,
  })
  const networks: (() => void)[] = []
  const silence = fakeTrack('audio', 'silence')
  let kept: Record<string, string> = {}
  const parts = {
    ...{ meetingID: MEETING, hub, timers, devices },
    ids: [OWN, 'another'],
    newID: () => parts.ids.shift() ?? '',
    meterOf: () => ({ level: () => 0.2, stop: () => {} }),
    choices: {
      get: () => kept,
      set(next: Record<string, string>) {
        kept = next
      },
    },
    serverOrigin: 'https://field.example',
    makePeer(configuration: object) {
      if (isServed) {
        engines.push(new EnginePeer())
        return engines.at(-1)
      }
      const peer = new FakePeer()
      peer.configuration = configuration
      peers.push(peer)
      return peer
    },
    newStream: () => fakeStream(),
    silence: () => silence,
    sound: ({ id }: { id: string }) => {
      const played = { id, isStopped: false, output: null as string | null }
      sounds.push(played)
      return {
        play: async () => !changes.isBlocked,
        setOutput: (output: string) => void Object.assign(played, { output }),
        stop: () => void Object.assign(played, { isStopped: true }),
      }
    },
    onNetwork: (listener: () => void) => {
      networks.push(listener)
      return () => {}
    },
  }
  const media = new CallMedia(parts as unknown as CallMediaParts)
  opened.push(media)
  const calls = (method: string) => hub.invoked.filter((one) => one.method === method).map(({ args }) => args)
  const told = (way: 'DIRECT' | 'SERVER', engineRun: string | null, others: CallSeat[]) => {
    isServed = way === 'SERVER'
    hub.fire('callSeats', {
      ...{ meetingID: MEETING, way, engineRun },
      seats: [seat(OWN, { userID: 1, name: 'Ann Archer' }), ...others],
    })
  }
  const seats = (...others: CallSeat[]) => told('DIRECT', null, others)
  const served = (run: string | null, ...others: CallSeat[]) => told('SERVER', run, others)
  const signal = (from: string, part: CallSignal) => hub.fire('callSignal', from, OWN, part)
  /** What this window told the engine. */
  const said = () =>
    calls('sendCallSignal').flatMap(([, to, one]) =>
      to === ENGINE_SEAT
        ? [`${(one as CallSignal).kind} ${(one as { attempt?: number }).attempt ?? ''}`.trim()]
        : [],
    )
  /** The engine offers, is answered, and says whose voice comes by which line. */
  const engineUp = async (attempt: number, ...voices: string[]) => {
    signal(ENGINE_SEAT, { kind: 'ENGINE_OFFER', attempt, sdp: 'v=0' })
    await vi.waitFor(() => expect(said()).toContain(`ENGINE_ANSWER ${attempt}`))
    engines.at(-1)?.is('connected')
    voicesBy(attempt, ...voices)
  }
  const voicesBy = (attempt: number, ...voices: string[]) => {
    const slots = voices.map(
      (whose, place): EngineSlot => ({ mid: `s${place}`, seat: whose, stream: 'VOICE' }),
    )
    signal(ENGINE_SEAT, { kind: 'ENGINE_SLOTS', attempt, slots })
  }
  const peer = (place = 0): FakePeer => {
    const one = peers[place]
    if (!one) throw new Error('no peer yet')
    return one
  }
  return {
    ...{ hub, timers, peers, taken, asked, sounds, networks, media, calls, seats, signal, peer, devices },
    ...{ served, said, engineUp, voicesBy, engines },
    ...{ own: media.own.store, state: () => media.store.getState(), silence, kept: () => kept },
    plug: (next: typeof found) => {
      found = next
      devices.dispatchEvent(new Event('devicechange'))
    },
  }
}
const opened: CallMedia[] = []
afterEach(() => {
  for (const media of opened.splice(0)) media.stop()
})

async function started(changes: Parameters<typeof open>[0] = {}) {
  const at = open(changes)
  at.media.start()
  await vi.waitFor(() => expect(at.own.getState().microphone).not.toBe('STARTING'))
  await vi.waitFor(() => expect(at.state().place).toBe('IN'))
  return at
}
const offer: CallSignal & { kind: 'DESCRIPTION' } = {
  ...{ kind: 'DESCRIPTION', attempt: 1, type: 'offer', sdp: 'v=0' },
  streams: [{ id: 'theirs', stream: 'VOICE' }],
}
const candidate: CallSignal = {
  ...{ kind: 'CANDIDATE', attempt: 1, candidate: 'candidate:1' },
  ...{ sdpMid: '0', sdpMLineIndex: 0, usernameFragment: null },
}
/** The other window's voice arrives. */
const voice = (peer: FakePeer) => {
  const track = fakeTrack('audio')
  const stream = { ...fakeStream([track]), id: 'theirs' }
  peer.ontrack({ track, streams: [stream] })
  return stream
}

describe('a call', () => {
  test('takes a seat, opens the microphone without echo and noise, and tells that it is heard', async () => {
    const at = await started()
    expect(at.calls('takeCallSeat')).toEqual([[MEETING, OWN]])
    expect(at.asked).toEqual([
      { audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } },
    ])
    expect(at.calls('changeCallSeat').at(-1)).toEqual([
      OWN,
      { microphone: 'ON', camera: false, screen: false },
    ])
  })

  test('each other window gets a link with the microphone, or silence until that is open', async () => {
    const given = Promise.withResolvers<void>()
    const at = open({ getUserMedia: () => given.promise })
    at.media.start()
    at.seats(seat(LATER))
    // Links begin with the ways that the server's answer names.
    expect(at.peers).toEqual([])
    await vi.waitFor(() => expect(at.peers).toHaveLength(1))
    expect(at.peer().senders.map(({ track }) => track)).toEqual([at.silence])
    given.resolve()
    await vi.waitFor(() => expect(at.peer().senders[0]?.track).toBe(at.taken[0]))
    at.seats(seat(LATER), seat(EARLIER, { userID: 3 }))
    expect(at.peers).toHaveLength(2)
    expect(at.peer(1).senders.map(({ track }) => track)).toEqual([at.taken[0]])
    at.seats(seat(EARLIER))
    expect(at.peers.map(({ isClosed }) => isClosed)).toEqual([true, false])
  })

  test('a way through the server is on its own port, within TLS where the page is, and is renewed', async () => {
    const at = await started()
    at.seats(seat(LATER))
    const key = { username: '1:5.1', credential: 'key' }
    expect(at.peer().configuration).toEqual({
      iceServers: [
        { urls: 'stun:field.example:443' },
        { urls: 'turn:field.example:443?transport=udp', ...key },
        { urls: 'turns:field.example:443?transport=tcp', ...key },
      ],
    })
    expect(iceServersOf({ ...ACCESS, hasUdp: false }, 'http://10.0.0.1:8080')).toEqual([
      { urls: 'turn:10.0.0.1:8080?transport=tcp', ...key },
    ])
    const own = { ...ACCESS, urls: ['turns:relay.example:443'] }
    expect(iceServersOf(own, 'https://field.example')).toEqual([{ urls: own.urls, ...key }])
    at.peer().configuration = {}
    at.hub.connect(true)
    await vi.waitFor(() => expect(at.peer().configuration).toHaveProperty('iceServers'))
  })

  test('what a window offers goes to the other one alone, with what its streams are', async () => {
    const at = await started()
    at.seats(seat(EARLIER))
    at.peer().onnegotiationneeded()
    await vi.waitFor(() => expect(at.calls('sendCallSignal')).toHaveLength(1))
    expect(at.calls('sendCallSignal')[0]).toMatchObject([
      ...[OWN, EARLIER],
      { kind: 'DESCRIPTION', type: 'offer', sdp: 'v=0', streams: [{ stream: 'VOICE' }] },
    ])
    at.peer().onicecandidate({ candidate: { ...candidate, kind: undefined } })
    expect(at.calls('sendCallSignal')[1]).toEqual([OWN, EARLIER, candidate])
  })

  test.each([
    ['the polite one takes the other’s', LATER, 2],
    ['the impolite one goes on with its own', EARLIER, 1],
  ])('where both offer at once, %s', async (_what, other, taken) => {
    const at = await started()
    at.seats(seat(other))
    at.signal(other, offer)
    await vi.waitFor(() => expect(at.peer().signalingState).toBe('stable'))
    await vi.waitFor(() => expect(at.calls('sendCallSignal')).toHaveLength(1))
    at.peer().is('connected')
    at.peer().onnegotiationneeded()
    await vi.waitFor(() => expect(at.peer().signalingState).toBe('have-local-offer'))
    at.signal(other, offer)
    // A candidate of the offer that isn't taken is none, either.
    at.signal(other, { ...candidate, candidate: 'garbage' })
    await new Promise((done) => setTimeout(done))
    expect(at.peer().remote).toHaveLength(taken)
    const described = at.calls('sendCallSignal').map(([, , one]) => (one as { type: string }).type)
    expect(described.filter((type) => type === 'answer')).toHaveLength(taken)
    expect(described.filter((type) => type === 'offer')).toHaveLength(1)
  })

  test('until there was a way the polite one leaves offers to the other, and makes one where that is late', async () => {
    const at = await started()
    at.seats(seat(LATER))
    at.peer().onnegotiationneeded()
    at.timers.pass(UNANSWERED_MS + 2499)
    await new Promise((done) => setTimeout(done))
    expect([at.peer().signalingState, at.calls('sendCallSignal')]).toEqual(['stable', []])
    at.timers.pass(1)
    await vi.waitFor(() => expect(at.calls('sendCallSignal')).toHaveLength(1))
    expect(at.calls('sendCallSignal')[0]).toMatchObject([OWN, LATER, { type: 'offer', attempt: 2 }])
    // What never was up is closed at once.
    expect(at.peers.map(({ isClosed }) => isClosed)).toEqual([true, false])
  })

  test('what the polite one has begun by the other’s offer goes on; failed, it is looked for anew', async () => {
    const at = await started()
    at.seats(seat(LATER))
    at.peer().onnegotiationneeded()
    at.signal(LATER, offer)
    await vi.waitFor(() => expect(at.calls('sendCallSignal')).toHaveLength(1))
    expect(at.calls('sendCallSignal')[0]).toMatchObject([OWN, LATER, { type: 'answer' }])
    at.peer().is('connecting')
    at.timers.pass(120_000)
    expect(at.peers).toHaveLength(1)
    // What it has to say after that it says itself.
    at.peer().onnegotiationneeded()
    await vi.waitFor(() => expect(at.calls('sendCallSignal')).toHaveLength(2))
    expect(at.calls('sendCallSignal')[1]).toMatchObject([OWN, LATER, { type: 'offer' }])
  })

  test('an older offer than the own is answered with that, until there was a way; a newer one is taken', async () => {
    const at = await started()
    at.seats(seat(EARLIER))
    at.timers.pass(UNANSWERED_MS)
    at.signal(EARLIER, { ...offer, attempt: 2 })
    await vi.waitFor(() => expect(at.calls('sendCallSignal')).toHaveLength(2))
    const [, repeated] = at.calls('sendCallSignal')
    expect(repeated).toMatchObject([OWN, EARLIER, { type: 'offer', attempt: 3 }])
    expect(at.calls('sendCallSignal')[0]).toEqual(repeated)
    at.signal(EARLIER, { ...offer, attempt: 4 })
    await vi.waitFor(() => expect(at.calls('sendCallSignal')).toHaveLength(3))
    expect(at.calls('sendCallSignal')[2]).toMatchObject([OWN, EARLIER, { type: 'answer', attempt: 4 }])
    expect(at.peers.map(({ remote }) => remote.length)).toEqual([0, 0, 1])
    at.peer(2).is('connected')
    at.signal(EARLIER, { ...offer, attempt: 2 })
    await new Promise((done) => setTimeout(done))
    expect(at.calls('sendCallSignal')).toHaveLength(3)
  })

  test('a link that begins with the own seat isn’t looked for anew at once', async () => {
    const at = open()
    at.media.start()
    // Told of it before the own seat's answer is there.
    at.seats(seat(EARLIER))
    await vi.waitFor(() => expect(at.peers).toHaveLength(1))
    at.timers.pass(UNANSWERED_MS - 1)
    expect(at.peers).toHaveLength(1)
    at.timers.pass(1)
    expect(at.peers).toHaveLength(2)
  })

  test('garbage, stale answers and strangers’ signals change nothing', async () => {
    const at = await started()
    at.seats(seat(LATER))
    at.signal(LATER, { ...offer, type: 'answer' })
    at.signal(LATER, { ...candidate, candidate: 'garbage' })
    at.signal(EARLIER, offer)
    at.hub.fire('callSignal', LATER, 'another window', offer)
    await Promise.resolve()
    expect(at.peer().remote).toEqual([])
    at.signal(LATER, offer)
    await vi.waitFor(() => expect(at.peer().remote).toHaveLength(1))
  })

  test('is told as connected directly, through the server, reconnecting and without a way', async () => {
    const at = await started()
    at.seats(seat(LATER))
    const link = () => at.state().people[0]?.link
    expect(link()).toBe('CONNECTING')
    at.peer().is('connected')
    await vi.waitFor(() => expect(link()).toBe('DIRECT'))
    at.peer().is('disconnected')
    expect(link()).toBe('RECONNECTING')
    at.timers.pass(NO_WAY_MS)
    expect(link()).toBe('FAILED')
    at.peer().stats = [
      { id: 't', type: 'transport', selectedCandidatePairId: 'p' },
      { id: 'p', type: 'candidate-pair', localCandidateId: 'l', remoteCandidateId: 'r' },
      { id: 'l', type: 'local-candidate', candidateType: 'relay' },
      { id: 'r', type: 'remote-candidate', candidateType: 'host' },
    ]
    at.peer().is('connected')
    await vi.waitFor(() => expect(link()).toBe('RELAYED'))
  })

  test('a way that was never found is said after half a minute', async () => {
    const at = await started()
    at.seats(seat(LATER))
    at.timers.pass(NO_WAY_MS - 1)
    expect(at.state().people[0]?.link).toBe('CONNECTING')
    at.timers.pass(1)
    expect(at.state().people[0]?.link).toBe('FAILED')
  })

  test('who is connected and sends nothing is unheard, and another way is looked for once', async () => {
    const at = await started()
    at.seats(seat(LATER))
    at.peer().is('connected')
    await vi.waitFor(() => expect(at.state().people[0]?.link).toBe('DIRECT'))
    const came = (packetsReceived: number) => {
      at.peer().stats = [{ id: 'i', type: 'inbound-rtp', kind: 'audio', packetsReceived }]
    }
    const look = async () => {
      at.timers.pass(2000)
      await new Promise((done) => setTimeout(done))
    }
    came(1)
    await look()
    came(2)
    await look()
    expect(at.state().people[0]?.isUnheard).toBe(false)
    for (let looks = 0; looks < 4; looks++) await look()
    expect(at.state().people[0]?.isUnheard).toBe(true)
    expect(at.peers).toHaveLength(2)
    came(3)
    await look()
    expect(at.state().people[0]?.isUnheard).toBe(false)
  })
})

describe('a broken way', () => {
  /** A call that is connected directly, with sound from the other window. */
  async function heard(other: string) {
    const at = await started()
    at.seats(seat(other))
    const link = () => at.state().people[0]?.link
    /** The other window's part: each attempt's answer, or its offer. */
    const answer = (attempt: number) => at.signal(other, { ...offer, type: 'answer', attempt })
    const described = () =>
      at
        .calls('sendCallSignal')
        .flatMap(([, , one]) =>
          (one as CallSignal).kind === 'DESCRIPTION'
            ? [`${(one as { type: string }).type} ${(one as { attempt: number }).attempt}`]
            : [],
        )
    const passed = (ms: number) => {
      at.timers.pass(ms)
      return new Promise((done) => setTimeout(done))
    }
    if (other === LATER) at.signal(other, offer)
    else at.peer().onnegotiationneeded()
    await passed(0)
    if (other === EARLIER) answer(1)
    await passed(0)
    voice(at.peer())
    at.peer().is('connected')
    await vi.waitFor(() => expect(link()).toBe('DIRECT'))
    const open = () => at.peers.map(({ isClosed }) => !isClosed)
    const playing = () => at.sounds.flatMap(({ isStopped }, place) => (isStopped ? [] : [place]))
    return { ...at, link, answer, described, passed, open, playing }
  }
  /** From now on another packet of the voice comes from look to look. */
  const hums = (peer: FakePeer) => {
    let packetsReceived = 0
    peer.getStats = async () => [
      { id: 'i', type: 'inbound-rtp', kind: 'audio', packetsReceived: ++packetsReceived },
    ]
  }

  test('mends itself after a moment, else another connection is made, again and again', async () => {
    const at = await heard(EARLIER)
    at.peer().is('disconnected')
    await at.passed(1000)
    at.peer().is('connected')
    await at.passed(10_000)
    expect(at.peers).toHaveLength(1)
    at.peer().is('disconnected')
    await at.passed(1500)
    expect(at.described()).toEqual(['offer 1', 'offer 3'])
    at.answer(3)
    await at.passed(3999)
    expect(at.peers).toHaveLength(2)
    await at.passed(1)
    expect(at.peers).toHaveLength(3)
    at.answer(5)
    await at.passed(0)
    at.peer(2).is('failed')
    await at.passed(0)
    expect(at.described().at(-1)).toBe('offer 7')
    // The old one may come back by itself all this time.
    expect(at.open()).toEqual([true, false, false, true])
    at.answer(7)
    await at.passed(0)
    hums(at.peer(3))
    at.peer(3).is('connected')
    await vi.waitFor(() => expect(at.link()).toBe('DIRECT'))
    expect(at.open()).toEqual([false, false, false, true])
    await at.passed(60_000)
    expect(at.peers).toHaveLength(4)
  })

  test('is left to the impolite one for a while, and to nobody while signals reach nobody', async () => {
    const at = await heard(LATER)
    at.peer().is('failed')
    await at.passed(2499)
    expect(at.peers).toHaveLength(1)
    at.media.store.setState({ isCutOff: true })
    await at.passed(60_000)
    expect(at.peers).toHaveLength(1)
    at.hub.connect(true)
    await vi.waitFor(() => expect(at.state().isCutOff).toBe(false))
    await at.passed(2500)
    expect(at.described()).toEqual(['answer 1', 'offer 2'])
  })

  test('in another network a new connection is made at once; the old one goes on until sound comes by it', async () => {
    const at = await heard(LATER)
    await at.media.turnCamera(true)
    for (const network of [at.networks[0], at.networks[0]]) network?.()
    // Told twice of one change, it makes one.
    await at.passed(0)
    expect(at.described()).toEqual(['answer 1', 'offer 2'])
    const [old, next] = [at.peer(0), at.peer(1)]
    expect(next.senders.map(({ track }) => track)).toEqual([at.taken[0], at.taken[1]])
    at.answer(2)
    await at.passed(0)
    voice(next)
    next.is('connected')
    await at.passed(500)
    expect([at.open(), at.playing(), at.link()]).toEqual([[true, true], [0], 'DIRECT'])
    hums(next)
    await at.passed(50)
    await vi.waitFor(() => expect(at.open()).toEqual([false, true]))
    // One voice is heard, and the link was up all the time.
    expect([at.playing(), at.link()]).toEqual([[1], 'DIRECT'])
    // What is changed from now on is changed there; what the old one says isn't listened to.
    await at.media.turnCamera(false)
    expect(next.senders.map(({ track }) => track)).toEqual([at.taken[0], null])
    old.is('failed')
    await at.passed(120_000)
    expect([at.link(), at.peers.length]).toEqual(['DIRECT', 2])
  })

  test('who sends no sound is taken by the new connection a second later, and at once where the old one is broken', async () => {
    const at = await heard(EARLIER)
    const changed = async (attempt: number) => {
      at.networks[0]?.()
      await at.passed(0)
      at.answer(attempt)
      await at.passed(0)
      at.peers.at(-1)?.is('connected')
    }
    await changed(3)
    await at.passed(950)
    expect(at.open()).toEqual([true, true])
    await at.passed(50)
    await vi.waitFor(() => expect(at.open()).toEqual([false, true]))
    await changed(5)
    at.peer(1).is('disconnected')
    expect(at.open()).toEqual([false, false, true])
    await vi.waitFor(() => expect(at.link()).toBe('DIRECT'))
    await at.passed(1000)
    at.peer(2).is('disconnected')
    expect(at.link()).toBe('RECONNECTING')
    await changed(7)
    expect(at.open()).toEqual([false, false, false, true])
    await vi.waitFor(() => expect(at.link()).toBe('DIRECT'))
  })

  test.each([
    ['the polite one takes the other’s', LATER, 2, 3, 'answer 3'],
    ['the impolite one goes on with its own', EARLIER, 3, 2, 'offer 3'],
  ])('where both begin at once, %s', async (_what, other, own, theirs, last) => {
    const at = await heard(other)
    at.networks[0]?.()
    await at.passed(0)
    expect(at.described().at(-1)).toBe(`offer ${own}`)
    at.signal(other, { ...offer, attempt: theirs })
    at.signal(other, { ...candidate, attempt: theirs })
    await at.passed(0)
    expect(at.described().at(-1)).toBe(last)
    // One of them is left beside the old one; what belongs to the other is ignored.
    const isTheirs = theirs > own
    expect(at.open()).toEqual(isTheirs ? [true, false, true] : [true, true])
    expect(at.peers.map(({ candidates }) => candidates.length)).toEqual(isTheirs ? [0, 0, 1] : [0, 0])
    at.answer(own)
    at.signal(other, { ...candidate, attempt: own })
    await at.passed(0)
    expect(at.peer(1).remote).toHaveLength(isTheirs ? 0 : 1)
    expect(at.peer(1).candidates).toHaveLength(isTheirs ? 0 : 1)
  })

  test('a new connection that doesn’t stand is given up where the old one goes on: the other’s after 8 s, its own after two', async () => {
    const at = await heard(EARLIER)
    hums(at.peer())
    at.signal(EARLIER, { ...offer, attempt: 2 })
    await at.passed(7999)
    expect(at.open()).toEqual([true, true])
    await at.passed(1)
    expect(at.open()).toEqual([true, false])
    // Its offer comes once more, for its answer was lost.
    at.signal(EARLIER, { ...offer, attempt: 2 })
    await at.passed(0)
    expect(at.described()).toEqual(['offer 1', 'answer 2', 'answer 2'])
    at.networks[0]?.()
    await at.passed(1000)
    at.networks[0]?.()
    await at.passed(0)
    at.answer(3)
    await at.passed(4000)
    at.answer(5)
    await at.passed(0)
    expect(at.open()).toEqual([true, false, false, false, true])
    await at.passed(8000)
    expect(at.open()).toEqual([true, false, false, false, false])
    await at.passed(60_000)
    expect([at.peers.length, at.link()]).toEqual([5, 'DIRECT'])
  })

  test('an offer that nobody answers is made again until there is a way', async () => {
    const at = await started()
    at.seats(seat(EARLIER))
    at.peer().onnegotiationneeded()
    await vi.waitFor(() => expect(at.calls('sendCallSignal')).toHaveLength(1))
    at.timers.pass(UNANSWERED_MS - 1)
    expect(at.calls('sendCallSignal')).toHaveLength(1)
    at.timers.pass(1)
    expect(at.calls('sendCallSignal')).toHaveLength(2)
    expect(at.calls('sendCallSignal')[1]).toEqual(at.calls('sendCallSignal')[0])
    at.timers.pass(4000)
    expect(at.calls('sendCallSignal')).toHaveLength(3)
    at.peer().is('connected')
    await vi.waitFor(() => expect(at.state().people[0]?.link).toBe('DIRECT'))
    at.timers.pass(60_000)
    expect(at.calls('sendCallSignal')).toHaveLength(3)
    expect(at.peers).toHaveLength(1)
  })

  test('what never was connected is given longer from look to look, but no more than 8 s', async () => {
    const at = await started()
    at.seats(seat(EARLIER))
    at.peer().is('connecting')
    at.timers.pass(UNANSWERED_MS)
    expect(at.peers).toHaveLength(2)
    for (const [place, ms] of [4000, 8000, 8000, 8000].entries()) {
      await new Promise((done) => setTimeout(done))
      at.signal(EARLIER, { ...offer, type: 'answer', attempt: 3 + 2 * place })
      await new Promise((done) => setTimeout(done))
      at.timers.pass(ms - 1)
      expect(at.peers).toHaveLength(place + 2)
      at.timers.pass(1)
      expect(at.peers).toHaveLength(place + 3)
    }
    // One at a time.
    expect(at.peers.map(({ isClosed }) => isClosed)).toEqual([true, true, true, true, true, false])
  })

  test('once the hub is back the same seat is taken, and what was lost is sent again', async () => {
    const at = await started()
    at.seats(seat(EARLIER))
    at.peer().onnegotiationneeded()
    await vi.waitFor(() => expect(at.calls('sendCallSignal')).toHaveLength(1))
    at.hub.connect(true)
    await vi.waitFor(() => expect(at.calls('sendCallSignal')).toHaveLength(2))
    expect(at.calls('takeCallSeat')).toEqual([
      [MEETING, OWN],
      [MEETING, OWN],
    ])
    // The same where the other one was away.
    at.seats(seat(EARLIER, { isAway: true }))
    at.seats(seat(EARLIER))
    expect(at.calls('sendCallSignal')).toHaveLength(3)
    expect(at.peers).toHaveLength(1)
  })

  test('a server that takes this window for gone is told that it isn’t', async () => {
    const at = await started()
    at.hub.fire('callSeats', {
      ...{ meetingID: MEETING, way: 'DIRECT', engineRun: null },
      seats: [seat(OWN, { isAway: true })],
    })
    expect(at.calls('takeCallSeat')).toHaveLength(2)
  })
})

describe('the microphone', () => {
  test('mute silences it and tells; held to talk, it is heard', async () => {
    const at = await started()
    const heard = () => [
      at.taken[0]?.enabled,
      (at.calls('changeCallSeat').at(-1)?.[1] as CallSeat | undefined)?.microphone,
    ]
    at.media.talk(true)
    expect(at.state().isTalking).toBe(false)
    at.media.mute(true)
    expect(heard()).toEqual([false, 'MUTED'])
    at.media.talk(true)
    expect(heard()).toEqual([true, 'ON'])
    at.media.talk(false)
    expect(heard()).toEqual([false, 'MUTED'])
    at.media.mute(false)
    expect(heard()).toEqual([true, 'ON'])
  })

  test.each([
    ['NotAllowedError', 'BLOCKED'],
    ['NotFoundError', 'MISSING'],
    ['NotReadableError', 'BUSY'],
    ['TypeError', 'UNSUPPORTED'],
  ])('%s is %s; the others are heard all the same', async (name, state) => {
    const at = await started({ getUserMedia: refusedWith(name) })
    expect(at.own.getState().microphone).toBe(state)
    at.seats(seat(LATER))
    expect(at.peer().senders.map(({ track }) => track)).toEqual([at.silence])
    at.signal(LATER, offer)
    await vi.waitFor(() => expect(at.peer().remote).toHaveLength(1))
    const theirs = voice(at.peer())
    expect(at.sounds).toMatchObject([{ id: theirs.id, isStopped: false }])
    expect(at.calls('changeCallSeat').at(-1)).toMatchObject([OWN, { microphone: 'NONE' }])
  })

  test('one that was missing is opened once it is plugged in; muted stays muted', async () => {
    let isThere = false
    const at = await started({
      getUserMedia: async () => {
        if (!isThere) throw new DOMException('', 'NotFoundError')
      },
    })
    at.media.mute(true)
    isThere = true
    at.plug([{ kind: 'audioinput', deviceId: 'usb', label: 'USB' }])
    await vi.waitFor(() => expect(at.own.getState().microphone).toBe('ON'))
    expect(at.taken[0]?.enabled).toBe(false)
  })

  test('another one takes its place in the middle, in each link, and is remembered', async () => {
    const at = await started()
    at.seats(seat(LATER))
    at.plug([{ kind: 'audioinput', deviceId: 'usb', label: 'USB' }])
    await at.media.own.choose('microphone', 'usb')
    expect(at.asked.at(-1)).toMatchObject({ audio: { deviceId: { ideal: 'usb' } } })
    expect(at.taken[0]?.readyState).toBe('ended')
    expect(at.peer().senders[0]?.track).toBe(at.taken[1])
    expect(at.kept()).toEqual({ microphone: 'usb' })
    expect(at.own.getState().known).toEqual([{ kind: 'microphone', id: 'usb', label: 'USB' }])
  })

  test('one that is unplugged is replaced by what there is, and said', async () => {
    const at = await started()
    at.taken[0]?.onended?.()
    await vi.waitFor(() => expect(at.taken).toHaveLength(2))
    expect(at.own.getState().lost).toBe(at.taken[0]?.label)
  })

  test('a loudspeaker is chosen for everybody who is heard', async () => {
    const at = await started()
    at.seats(seat(LATER))
    at.signal(LATER, offer)
    await vi.waitFor(() => expect(at.peer().remote).toHaveLength(1))
    voice(at.peer())
    await at.media.own.choose('output', 'headset')
    expect(at.sounds[0]?.output).toBe('headset')
  })

  test('a browser that plays nothing before a press is said', async () => {
    const at = await started({ isBlocked: true })
    at.seats(seat(LATER))
    at.signal(LATER, offer)
    await vi.waitFor(() => expect(at.peer().remote).toHaveLength(1))
    voice(at.peer())
    await vi.waitFor(() => expect(at.state().isSoundBlocked).toBe(true))
  })
})

describe('the camera', () => {
  test('is off until it is wanted; off again, its lamp goes out and its line stays', async () => {
    const at = await started()
    at.seats(seat(LATER))
    expect(at.taken.map(({ kind }) => kind)).toEqual(['audio'])
    await at.media.turnCamera(true)
    expect(at.peer().senders[1]?.track).toBe(at.taken[1])
    expect(at.calls('changeCallSeat').at(-1)).toMatchObject([OWN, { camera: true }])
    await at.media.turnCamera(false)
    expect(at.taken[1]?.readyState).toBe('ended')
    expect(at.peer().senders[1]?.track).toBe(null)
    expect(at.peer().transceivers[1]?.direction).toBe('recvonly')
    await at.media.turnCamera(true)
    expect(at.peer().senders).toHaveLength(2)
    expect(at.peer().transceivers[1]?.direction).toBe('sendrecv')
  })
})

test('S140 a screen is told before it is sent, with its sound where it has some; refused, it isn’t sent', async () => {
  const at = await started()
  at.seats(seat(LATER))
  const [picture, sound] = [fakeTrack('video'), fakeTrack('audio')]
  const screen = fakeStream([picture, sound]) as unknown as MediaStream
  const { invoke } = at.hub
  at.hub.invoke = async () => {
    throw new Error('Somebody else is sharing their screen.')
  }
  await expect(at.media.share(screen)).rejects.toThrow('Somebody else')
  expect(at.peer().senders).toHaveLength(1)
  at.hub.invoke = invoke
  await at.media.share(screen)
  expect(at.calls('changeCallSeat').at(-1)).toMatchObject([OWN, { screen: true }])
  expect(at.peer().senders.map(({ track }) => track)).toEqual([at.taken[0], picture, sound])
  await at.media.share(null)
  expect(at.calls('changeCallSeat').at(-1)).toMatchObject([OWN, { screen: false }])
  expect(
    at
      .peer()
      .senders.slice(1)
      .map(({ track }) => track),
  ).toEqual([null, null])
})

test('a screen that is picked before the seat is taken is told once it is', async () => {
  const at = open()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const { invoke } = at.hub
  at.hub.invoke = async (method, ...args) => {
    if (method === 'takeCallSeat') await answered
    return invoke(method, ...args)
  }
  at.media.start()
  const shared = at.media.share(fakeStream([fakeTrack('video')]) as unknown as MediaStream)
  await vi.waitFor(() => expect(at.own.getState().microphone).toBe('ON'))
  expect(at.calls('changeCallSeat')).toEqual([])
  answer()
  await shared
  expect(at.calls('changeCallSeat').at(-1)).toMatchObject([OWN, { screen: true }])
})

describe('a call through the server', () => {
  const ways = (at: Awaited<ReturnType<typeof started>>) => at.state().people.map(({ link }) => link)
  const three = [seat(LATER), seat(EARLIER, { userID: 3 })]

  test('has one connection; who was heard directly is so until they come by it, and three seconds longer', async () => {
    const at = await started()
    at.seats(seat(LATER))
    at.peer().is('connected')
    await vi.waitFor(() => expect(ways(at)).toEqual(['DIRECT']))
    at.served('first', ...three)
    expect(at.said()).toEqual(['ENGINE_JOIN 1'])
    expect([at.peers.length, ways(at)]).toEqual([1, ['DIRECT', 'CONNECTING']])
    await at.engineUp(1, LATER, EARLIER)
    expect(ways(at)).toEqual(['RELAYED', 'RELAYED'])
    expect(at.sounds.filter(({ isStopped }) => !isStopped)).toHaveLength(2)
    expect(at.engines[0]?.sends()).toMatchObject({ voice: at.taken[0]?.id, camera: null })
    // Whoever is told twice of the same run comes once.
    at.served('first', ...three)
    expect(at.said()).toEqual(['ENGINE_JOIN 1', 'ENGINE_ANSWER 1'])
    at.timers.pass(2999)
    expect(at.peer().isClosed).toBe(false)
    at.timers.pass(1)
    expect(at.peer().isClosed).toBe(true)
    at.served('first', ...three.slice(0, 1))
    expect(ways(at)).toEqual(['RELAYED'])
    at.media.stop()
    expect([at.engines[0]?.isClosed, at.timers.pending()]).toEqual([true, 0])
  })

  test('that somebody joins is one connection, though they are told of it before their seat is theirs', async () => {
    const at = open()
    at.media.start()
    at.served('first', ...three)
    expect([at.said(), at.state().place]).toEqual([['ENGINE_JOIN 1'], 'JOINING'])
    // The offer is answered once it is known by which ways the server is reached.
    at.signal(ENGINE_SEAT, { kind: 'ENGINE_OFFER', attempt: 1, sdp: 'v=0' })
    expect(at.engines).toEqual([])
    await vi.waitFor(() => expect(at.said()).toEqual(['ENGINE_JOIN 1', 'ENGINE_ANSWER 1']))
    expect([at.state().place, at.engines.length]).toEqual(['IN', 1])
  })

  test('who comes by the server no more within these seconds keeps the direct way', async () => {
    const at = await started()
    at.seats(seat(LATER))
    at.peer().is('connected')
    at.served('first', ...three)
    await at.engineUp(1, LATER, EARLIER)
    at.voicesBy(1, EARLIER)
    at.timers.pass(3000)
    expect(at.peer().isClosed).toBe(false)
    expect(ways(at)).toEqual(['DIRECT', 'RELAYED'])
  })

  test('waits for an engine that is away, and comes anew to another run and by another network', async () => {
    const at = await started()
    at.served(null, ...three)
    expect(at.said()).toEqual([])
    at.served('first', ...three)
    await at.engineUp(1, LATER, EARLIER)
    at.served(null, ...three)
    expect(ways(at)).toEqual(['RELAYED', 'RELAYED'])
    at.served('second', ...three)
    expect(ways(at)).toEqual(['RECONNECTING', 'RECONNECTING'])
    await at.engineUp(2, LATER, EARLIER)
    expect(at.engines.map(({ isClosed }) => isClosed)).toEqual([true, false])
    expect(ways(at)).toEqual(['RELAYED', 'RELAYED'])
    // Somebody who has no line yet: on their way, or their window is away.
    at.voicesBy(2, LATER)
    expect(ways(at)).toEqual(['RELAYED', 'CONNECTING'])
    at.served('second', seat(LATER), seat(EARLIER, { userID: 3, isAway: true }))
    expect(ways(at)).toEqual(['RELAYED', 'RECONNECTING'])
    at.networks[0]?.()
    expect(at.said().at(-1)).toBe('ENGINE_JOIN 3')
    await at.engineUp(3, LATER, EARLIER)
    at.hub.connect(true)
    await vi.waitFor(() => expect(at.said().at(-1)).toBe('ENGINE_WANT'))
    expect(at.said().filter((one) => one.startsWith('ENGINE_JOIN'))).toHaveLength(3)
  })

  test('goes directly again where the server says so, and later by a higher attempt', async () => {
    const at = await started()
    at.served('first', ...three)
    await at.engineUp(1, LATER, EARLIER)
    at.seats(...three)
    expect(at.engines[0]?.isClosed).toBe(true)
    expect([at.peers.length, ways(at)]).toEqual([2, ['CONNECTING', 'CONNECTING']])
    at.served('first', ...three)
    expect(at.said().at(-1)).toBe('ENGINE_JOIN 2')
  })

  test('a direct link that is made again goes on counting its attempts, until this window’s seat is another one', async () => {
    const at = await started()
    const offered = async () => {
      at.peers.at(-1)?.onnegotiationneeded()
      await new Promise((done) => setTimeout(done))
      return at.calls('sendCallSignal').at(-1)
    }
    at.seats(seat(EARLIER))
    expect(await offered()).toMatchObject([OWN, EARLIER, { attempt: 1 }])
    at.seats()
    at.seats(seat(EARLIER))
    expect(await offered()).toMatchObject([OWN, EARLIER, { attempt: 3 }])
    at.hub.fire('callSeatTaken', OWN)
    at.media.again()
    await vi.waitFor(() => expect(at.state().place).toBe('IN'))
    at.seats(seat(EARLIER))
    expect(await offered()).toMatchObject(['another', EARLIER, { attempt: 1 }])
  })

  test('one silent voice is said, all of them are looked for anew; who is muted is no silence', async () => {
    const at = await started()
    const people = (...microphones: ('ON' | 'MUTED')[]) =>
      at.served('first', ...three.map((one, place) => ({ ...one, microphone: microphones[place] ?? 'ON' })))
    people()
    await at.engineUp(1, LATER, EARLIER)
    const look = async (later: number, earlier: number) => {
      const came = (mid: string, packetsReceived: number) => ({
        id: mid,
        type: 'inbound-rtp',
        mid,
        packetsReceived,
      })
      Object.assign(at.engines.at(-1) ?? {}, { stats: [came('s0', later), came('s1', earlier)] })
      at.timers.pass(2000)
      await new Promise((done) => setTimeout(done))
    }
    const unheard = () => at.state().people.map(({ isUnheard }) => isUnheard)
    const joins = () => at.said().filter((one) => one.startsWith('ENGINE_JOIN')).length
    await look(1, 1)
    await look(2, 1)
    expect(unheard()).toEqual([false, false])
    await look(3, 1)
    expect(unheard()).toEqual([false, true])
    await look(4, 2)
    expect([unheard(), joins()]).toEqual([[false, false], 1])
    people('ON', 'MUTED')
    for (const later of [5, 6, 7]) await look(later, 2)
    expect([unheard(), joins()]).toEqual([[false, false], 1])
    // The one who isn't muted is all of them.
    await look(7, 2)
    await look(7, 2)
    expect(joins()).toBe(2)
  })

  test('is measured as one way, with all whom it brings; what is shown is asked for at its size', async () => {
    const at = await started()
    at.seats(seat(LATER))
    at.media.want([{ seat: LATER, layer: 'SMALL' }])
    const measured = () => at.media.links().map(({ id, seats, isUp }) => ({ id, seats, isUp }))
    expect(measured()).toEqual([{ id: LATER, seats: [LATER], isUp: false }])
    at.served('first', ...three)
    expect(measured()).toEqual([
      { id: LATER, seats: [LATER], isUp: false },
      { id: ENGINE_SEAT, seats: [], isUp: false },
    ])
    await at.engineUp(1, LATER, EARLIER)
    expect(measured()).toEqual([{ id: ENGINE_SEAT, seats: [LATER, EARLIER], isUp: true }])
    expect(at.calls('sendCallSignal').at(-1)).toEqual([
      ...[OWN, ENGINE_SEAT],
      { kind: 'ENGINE_WANT', cameras: [{ seat: LATER, layer: 'SMALL' }] },
    ])
    await at.media.turnCamera(true)
    const [way] = at.media.links()
    way?.holdCamera(true)
    expect(at.engines[0]?.sends()).toMatchObject({ camera: null, 'camera-small': null })
    way?.holdCamera(false)
    expect(at.engines[0]?.sends()).toMatchObject({ camera: at.taken[1]?.id })
    Object.assign(at.engines[0] ?? {}, { stats: ['figures'] })
    expect(await way?.report()).toEqual(['figures'])
  })
})

describe('the end', () => {
  test('lets go of every device, leaves the seat and closes every link', async () => {
    const at = await started()
    at.seats(seat(LATER))
    at.signal(LATER, offer)
    await vi.waitFor(() => expect(at.peer().remote).toHaveLength(1))
    voice(at.peer())
    await at.media.turnCamera(true)
    at.media.stop()
    at.media.stop()
    expect(at.taken.map(({ readyState }) => readyState)).toEqual(['ended', 'ended'])
    expect(at.silence.readyState).toBe('ended')
    expect(at.calls('leaveCallSeat')).toEqual([[OWN]])
    expect(at.peer().isClosed).toBe(true)
    expect(at.sounds[0]?.isStopped).toBe(true)
    expect(at.timers.pending()).toBe(0)
  })

  test('a microphone that is given only after that is let go, too', async () => {
    const given = Promise.withResolvers<void>()
    const at = open({ getUserMedia: () => given.promise })
    at.media.start()
    at.media.stop()
    given.resolve()
    await vi.waitFor(() => expect(at.taken[0]?.readyState).toBe('ended'))
  })

  test('where another window takes the call, this one falls silent until it is wanted here', async () => {
    const at = await started()
    at.seats(seat(LATER))
    at.hub.fire('callSeatTaken', 'another’s')
    expect(at.state().place).toBe('IN')
    at.hub.fire('callSeatTaken', OWN)
    expect(at.state()).toMatchObject({ place: 'ELSEWHERE', people: [] })
    expect(at.taken[0]?.readyState).toBe('ended')
    at.hub.connect(true)
    expect(at.calls('takeCallSeat')).toHaveLength(1)
    at.media.again()
    await vi.waitFor(() => expect(at.state().place).toBe('IN'))
    expect(at.calls('takeCallSeat').at(-1)).toEqual([MEETING, 'another'])
  })
})
