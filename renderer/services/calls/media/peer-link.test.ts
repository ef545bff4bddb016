import { expect, test } from 'vitest'
import type { CallSignal } from '#shared/hubs/call-signal.ts'
import { manualTimers } from '../../../testing/manual-timers.ts'
import { PeerLink } from './peer-link.ts'

/** As Chromium describes sound: plain Opus, and Opus with the packet before. */
const described = (...types: string[]) =>
  types
    .flatMap((list) => [`m=audio 9 UDP/TLS/RTP/SAVPF ${list}`, 'a=rtpmap:111 opus/48000/2'])
    .concat('a=rtpmap:63 red/48000/2', 'm=video 9 UDP/TLS/RTP/SAVPF 96 97', 'a=mid:1')
    .join('\r\n')

/** A link with a connection that negotiates as far as states go. */
function open(isPolite: boolean) {
  const timers = manualTimers()
  const sent: CallSignal[] = []
  const taken: (string | undefined)[] = []
  const peer = {
    signalingState: 'stable',
    connectionState: 'connected',
    localDescription: null as { type: string; sdp: string } | null,
    async setLocalDescription() {
      const isAnswer = peer.signalingState === 'have-remote-offer'
      peer.localDescription = { type: isAnswer ? 'answer' : 'offer', sdp: described('111 63 9') }
      peer.signalingState = isAnswer ? 'stable' : 'have-local-offer'
    },
    async setRemoteDescription({ type, sdp }: RTCSessionDescriptionInit) {
      taken.push(sdp)
      peer.signalingState = type === 'offer' ? 'have-remote-offer' : 'stable'
    },
    close() {},
  }
  const link = new PeerLink({
    ...{ isPolite, timers, send: (signal) => void sent.push(signal), canSend: () => true, onChange() {} },
    makePeer: () => peer as unknown as RTCPeerConnection,
    own: {} as never,
    lastAttempt: 0,
  })
  const take = (type: 'offer' | 'answer', sdp = described('111 63 9')) =>
    link.take({ kind: 'DESCRIPTION', attempt: 1, type, sdp, streams: [] })
  const offers = () => sent.filter((one) => one.kind === 'DESCRIPTION' && one.type === 'offer').length
  return { link, timers, take, taken, offers }
}

/** What was begun in one turn of the loop has been done. */
const settled = () => new Promise((passed) => setImmediate(passed))

test('a voice that is to be sent twice is described anew, with the redundant one first in each line of sound', async () => {
  const { link, timers, take, taken, offers } = open(false)
  link.sendTwice(true)
  timers.pass(0)
  await settled()
  expect(offers()).toBe(1)
  await take('answer', described('111 63 9', '111 9'))
  expect(taken).toEqual([described('63 111 9', '111 9')])
  // It is so already.
  link.sendTwice(true)
  timers.pass(10_000)
  await settled()
  expect(offers()).toBe(1)
  link.sendTwice(false)
  timers.pass(0)
  await settled()
  expect(offers()).toBe(2)
  await take('answer', described('63 111 9'))
  expect(taken.at(-1)).toBe(described('111 63 9'))
})

test('the polite one waits 2.5 s for the other’s offer, and has what it wants by that', async () => {
  const alone = open(true)
  await alone.take('offer')
  alone.link.sendTwice(true)
  alone.timers.pass(2499)
  await settled()
  expect(alone.offers()).toBe(0)
  alone.timers.pass(1)
  await settled()
  expect(alone.offers()).toBe(1)

  const both = open(true)
  await both.take('offer')
  both.link.sendTwice(true)
  await both.take('offer')
  expect(both.taken.at(-1)).toBe(described('63 111 9'))
  both.timers.pass(2500)
  await settled()
  expect(both.offers()).toBe(0)
})

test('what the other one can’t is left as it is, and what is being negotiated isn’t begun again', async () => {
  const { link, timers, take, taken, offers } = open(false)
  const plain = 'm=audio 9 UDP/TLS/RTP/SAVPF 111 9\r\na=rtpmap:111 opus/48000/2'
  link.sendTwice(true)
  timers.pass(0)
  link.sendTwice(false)
  link.sendTwice(true)
  timers.pass(0)
  await settled()
  expect(offers()).toBe(1)
  await take('answer', plain)
  expect(taken).toEqual([plain])
  link.close()
  link.sendTwice(false)
  timers.pass(10_000)
  await settled()
  expect(offers()).toBe(1)
})
