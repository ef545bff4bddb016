import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { done, fakeDesktop, refusal } from '../../testing/fake-desktop.ts'
import { createDesktop } from './desktop.ts'
import { createSpeech, SPEECH_TEXT } from './speech.ts'

const voice = { speaking: false, speak: vi.fn(), cancel: vi.fn() }

beforeEach(() => {
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      lang = ''
      readonly text: string
      constructor(text: string) {
        this.text = text
      }
    },
  )
  Object.assign(window, { speechSynthesis: voice })
  document.documentElement.lang = 'en-GB'
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  voice.speaking = false
  document.body.replaceChildren()
})

function open(page: Window = window, desktop = createDesktop({})) {
  const told: string[] = []
  return { speech: createSpeech({ page, desktop, tell: (message) => told.push(message) }), told }
}
const said = () => voice.speak.mock.calls.map(([utterance]) => [utterance.text, utterance.lang])

function field(type: string) {
  const input = document.createElement('input')
  input.type = type
  input.value = 'Read this, please'
  document.body.append(input)
  input.focus()
  input.setSelectionRange(0, 9)
}

test('the selection is read in the page’s language, and the key again ends it', () => {
  const at = open()
  field('text')
  at.speech.toggle()
  expect(said()).toEqual([['Read this', 'en-GB']])
  voice.speaking = true
  at.speech.toggle()
  expect([voice.cancel.mock.calls.length, voice.speak.mock.calls.length]).toEqual([1, 1])
})

test('without a selection, and for passwords, it says what to do', () => {
  const at = open()
  field('password')
  at.speech.toggle()
  expect([at.told, said()]).toEqual([[SPEECH_TEXT.nothing], []])
})

test('a browser without a voice says so', () => {
  const at = open({ document, getSelection: () => null } as unknown as Window)
  at.speech.toggle()
  expect(at.told).toEqual([SPEECH_TEXT.unavailable])
})

test('S135 the desktop app reads where it can, until it is through or the key is pressed again', async () => {
  const { desktop, requests, answer } = fakeDesktop({ playText: done })
  const at = open(window, desktop)
  field('text')
  at.speech.toggle()
  at.speech.toggle()
  await vi.waitFor(() => expect(requests('playText')).toEqual([{ text: 'Read this' }, { text: null }]))
  expect(said()).toEqual([])
  answer('playText', refusal('unsupported', 'No.'))
  at.speech.toggle()
  await vi.waitFor(() => expect(said()).toEqual([['Read this', 'en-GB']]))
})
