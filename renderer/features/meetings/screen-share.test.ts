import { expect, test, vi } from 'vitest'
import { done, fakeDesktop } from '../../testing/fake-desktop.ts'
import { createScreenShare, type ScreenShareParts } from './screen-share.ts'

function fakeStream() {
  const track = Object.assign(new EventTarget(), { stop: vi.fn() })
  return {
    stream: { getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream,
    track,
  }
}

function open(changes: Partial<ScreenShareParts> = {}) {
  const { stream, track } = fakeStream()
  const host = fakeDesktop({ screenShareEnded: done })
  const sent: (MediaStream | null)[] = []
  const told: string[] = []
  const share = createScreenShare({
    desktop: host.desktop,
    getDisplay: async () => stream,
    send: async (shared) => void sent.push(shared),
    tell: (message) => void told.push(message),
    ...changes,
  })
  const ended = () => expect(host.requests('screenShareEnded')).toHaveLength(1)
  return { share, host, sent, told, stream, track, ended }
}

test('S140 what the person picked is sent until they stop, and the host hears of the end', async () => {
  const at = open()
  await at.share.start()
  expect(at.sent).toEqual([at.stream])
  await at.share.start()
  at.share.stop()
  at.share.stop()
  expect(at.sent).toEqual([at.stream, null])
  expect(at.track.stop).toHaveBeenCalledOnce()
  at.ended()
})

test.each([
  ['the host’s sign', ({ host }: ReturnType<typeof open>) => host.fire('stopScreenShare', null)],
  ['the browser’s own bar', ({ track }: ReturnType<typeof open>) => track.dispatchEvent(new Event('ended'))],
])('%s ends it too', async (_, end) => {
  const at = open()
  await at.share.start()
  end(at)
  expect(at.share.store.getState()).toEqual({ stream: null, isStarting: false })
  at.ended()
})

test('who picks nothing is told nothing; whatever else goes wrong is told, and ends it', async () => {
  const cancelled = open({ getDisplay: () => Promise.reject(new DOMException('no', 'NotAllowedError')) })
  await cancelled.share.start()
  expect(cancelled.told).toEqual([])
  const failing = open({ getDisplay: () => Promise.reject(new Error('No screen.')) })
  await failing.share.start()
  expect(failing.told).toEqual(['No screen.'])
  const refused = open({
    send: async (shared) => {
      if (shared !== null) throw new Error('Somebody else is sharing their screen.')
    },
  })
  await refused.share.start()
  await vi.waitFor(() => expect(refused.told).toEqual(['Somebody else is sharing their screen.']))
  expect(refused.track.stop).toHaveBeenCalled()
  refused.ended()
})
