import { act, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { getAttachmentDetails } from '#shared/contract/chat-files.ts'
import { manualTimers } from '../../../testing/manual-timers.ts'
import { renderWith } from '../../../testing/render.tsx'
import { ChatProvider } from '../ChatProvider.tsx'
import { type ChatStore, createChatStore } from '../store/chat-store.ts'
import '../testing/dialogs-at-hand.ts'
import { createFakeServices, type FakeServicesOptions } from '../testing/fake-services.ts'
import { aMessage, aThread } from '../testing/fixtures.ts'
import { VoicePlayer } from './VoicePlayer.tsx'
import { VoiceRecorder } from './VoiceRecorder.tsx'
import type { VoiceLab } from './voice-lab.ts'
import { voiceNoteMs, voiceNoteName } from './voice-note-name.ts'

configure({ defaultHidden: true })

const KEY = 'MESSAGE:7'
const running: ChatStore[] = []
afterEach(() => {
  for (const chat of running.splice(0)) chat.stop()
  vi.restoreAllMocks()
})

const button = (name: string) => screen.getByRole('button', { name })

async function setUp(over: Partial<FakeServicesOptions> = {}) {
  const uploads: Record<string, unknown>[] = []
  const fake = createFakeServices({
    me: { id: 1, name: 'Tom' },
    threads: [aThread({ id: 7 })],
    upload: (async (_call: unknown, body: Record<string, unknown>) => {
      uploads.push(body)
      return {}
    }) as never,
    ...over,
  })
  const timers = manualTimers()
  const services = { ...fake.services, timers }
  const chat = createChatStore(services)
  running.push(chat)
  chat.start()
  await act(async () => {})
  return { ...fake, services, timers, chat, uploads }
}

/** A microphone that hands over what it is told to. */
function fakeLab(refusal?: string) {
  const done: string[] = []
  let broken = () => {}
  const lab: VoiceLab = {
    async record() {
      if (refusal) throw Object.assign(new Error(), { name: refusal })
      return {
        level: () => 0.5,
        pause: () => void done.push('pause'),
        resume: () => void done.push('resume'),
        stop: async () => {
          done.push('stop')
          return new Blob(['voice'], { type: 'audio/webm;codecs=opus' })
        },
        onBroken: (listener) => {
          broken = listener
        },
      }
    },
  }
  return { lab, done, unplug: () => broken() }
}

async function record(refusal?: string) {
  const at = await setUp()
  const mic = fakeLab(refusal)
  const onClose = vi.fn()
  const { unmount } = renderWith(
    at.services,
    <ChatProvider store={at.chat}>
      <VoiceRecorder threadKey={KEY} onClose={onClose} lab={mic.lab} />
    </ChatProvider>,
  )
  await act(async () => {})
  const pass = (ms: number) => act(() => at.timers.pass(ms))
  return { ...at, ...mic, onClose, unmount, pass }
}

describe('a voice note', () => {
  test('C007 is recorded, paused, listened to and sent as a FILE that names its length', async () => {
    const { pass, done, uploads, onClose } = await record()
    expect(screen.getByText('Recording')).toBeDefined()
    // The keyboard goes on where the button was that began it.
    expect(document.activeElement?.contains(button('Pause'))).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    pass(61_000)
    fireEvent.click(button('Pause'))
    pass(30_000)
    expect(screen.getByRole('timer').textContent).toBe('1:01')
    expect(screen.getByText('Paused')).toBeDefined()
    fireEvent.click(button('Go on'))
    pass(4000)
    expect(screen.getByRole('timer').textContent).toBe('1:05')
    await act(async () => fireEvent.click(button('Stop and listen')))
    expect(done).toEqual(['pause', 'resume', 'stop'])
    expect(screen.getByRole('group', { name: 'Your voice note' }).textContent).toContain('1:05')
    fireEvent.click(button('Send voice note'))
    await waitFor(() => expect(uploads).toHaveLength(1))
    const { file, type, message } = uploads[0] as { file: File; type: string; message: string }
    expect([file.name, type, message]).toEqual(['Voice note (1m5s).weba', 'FILE', ''])
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('C007 discarded, the microphone is let go and nothing is kept', async () => {
    const { done, chat, unmount, onClose } = await record()
    fireEvent.click(button('Discard the voice note'))
    unmount()
    await act(async () => {})
    expect([done, onClose.mock.calls.length]).toEqual([['stop'], 1])
    expect(chat.store.getState().attached).toEqual({})
  })

  test('C007 who looks elsewhere while recording finds it attached', async () => {
    const { chat, unmount, pass } = await record()
    pass(3000)
    unmount()
    await act(async () => {})
    expect(chat.store.getState().attached[KEY]).toMatchObject([{ type: 'FILE' }])
    expect(chat.store.getState().attached[KEY]?.[0]?.file.name).toBe('Voice note (0m3s).weba')
  })

  test('C007 a microphone that is unplugged leaves what was recorded', async () => {
    const { unplug, pass } = await record()
    pass(2000)
    await act(async () => unplug())
    expect(screen.getByText('The recording stopped. What was recorded until then is here.')).toBeDefined()
    expect(button('Send voice note')).toBeDefined()
  })

  test.each([
    ['NotAllowedError', /The microphone is blocked/],
    ['NotFoundError', /No microphone was found/],
    ['NotReadableError', /Another program is using the microphone/],
    ['TypeError', /can’t be recorded on this device/],
  ])('%s is said clearly', async (refusal, words) => {
    await record(refusal)
    expect(screen.getByRole('alert').textContent).toMatch(words)
  })

  test('C007 its name carries its length', () => {
    expect(voiceNoteMs(voiceNoteName(65_400, 'weba'))).toBe(65_000)
    expect([59_000, 60_000, 125_000].map((ms) => voiceNoteName(ms, 'weba'))).toEqual([
      'Voice note (0m59s).weba',
      'Voice note (1m0s).weba',
      'Voice note (2m5s).weba',
    ])
    expect(voiceNoteName(200, 'm4a')).toBe('Voice note (0m1s).m4a')
    expect(voiceNoteMs('song.mp3')).toBeNull()
  })
})

describe('playing', () => {
  const message = aMessage({ id: 4, type: 'FILE', message: 'Voice note (0m7s).weba' })
  const details = (filePath: string) => ({
    fileName: 'Voice note (0m7s).weba',
    filePath,
    preview: '',
    size: 10,
    contentType: 'audio/webm',
  })
  async function player(filePath: string) {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    const at = await setUp({ answers: { [getAttachmentDetails.path]: () => details(filePath) } })
    renderWith(
      at.services,
      <ChatProvider store={at.chat}>
        <VoicePlayer message={message} threadKey={KEY} />
      </ChatProvider>,
    )
    expect(screen.getByRole('group', { name: message.message }).textContent).toContain('0:07')
    expect(at.server.bodiesOf(getAttachmentDetails)).toEqual([])
    await act(async () => fireEvent.click(button('Play')))
    return { ...at, play }
  }

  test('C224 a message’s sound is streamed when it is first played, at the speed that is chosen', async () => {
    const { server, play } = await player('token 1')
    expect(server.bodiesOf(getAttachmentDetails)).toEqual([
      { id: 4, source: 'MESSAGE', sourceID: 7, prepareStream: true },
    ])
    const audio = document.querySelector('audio')
    expect(audio?.getAttribute('src')).toBe('/api/public/secure/video-play/watch-video?token=token%201')
    expect(play).toHaveBeenCalled()
    fireEvent.click(button('Speed 1×'))
    expect(audio?.playbackRate).toBe(1.5)
  })

  test("C245 without a file path it reads 'File not available'", async () => {
    await player('')
    expect(screen.getByRole('alert').textContent).toBe('File not available')
  })
})
