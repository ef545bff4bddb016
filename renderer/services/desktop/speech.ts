import { SPOKEN_TEXT_MAX } from '#shared/host/surroundings.ts'
import type { Desktop } from './desktop.ts'

export const SPEECH_TEXT = {
  nothing: 'Select some text first, then press Ctrl+M to hear it.',
  unavailable: 'This browser cannot read text aloud.',
} as const

/** Reads the selection aloud (spec 1 §9). */
export interface Speech {
  /** Begins, or ends what is being read. Says why where there is nothing to read or no voice. */
  toggle(): void
  stop(): void
}

interface SpeechParts {
  readonly page: Window
  readonly desktop: Desktop
  readonly tell: (message: string) => void
}

/** The page's selection, or the one in the field that has the focus; never a password. */
function selectedText(page: Window): string {
  const field = page.document.activeElement
  const isText = field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement
  if (isText && field.type !== 'password' && field.selectionStart !== null)
    return field.value.slice(field.selectionStart, field.selectionEnd ?? undefined).trim()
  return isText ? '' : (page.getSelection()?.toString().trim() ?? '')
}

/** By the desktop client where it can (spec 1 §3), else by the browser's own voice. */
export function createSpeech({ page, desktop, tell }: SpeechParts): Speech {
  const voiceOf = () => (page as { speechSynthesis?: SpeechSynthesis }).speechSynthesis
  /** The text that the desktop client reads, until it is through. */
  let reading: symbol | null = null

  const readByBrowser = (text: string) => {
    const voice = voiceOf()
    if (!voice) return tell(SPEECH_TEXT.unavailable)
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.lang = page.document.documentElement.lang
    voice.speak(utterance)
  }
  const read = async (text: string) => {
    const mine = Symbol('reading')
    reading = mine
    const { ok } = await desktop.invoke('playText', { text: text.slice(0, SPOKEN_TEXT_MAX) })
    if (reading !== mine) return
    reading = null
    if (!ok) readByBrowser(text)
  }
  const stop = () => {
    if (reading !== null) void desktop.invoke('playText', { text: null })
    reading = null
    voiceOf()?.cancel()
  }
  return {
    toggle() {
      if (reading !== null || voiceOf()?.speaking) return stop()
      if (!desktop.available && !voiceOf()) return tell(SPEECH_TEXT.unavailable)
      const text = selectedText(page)
      if (text === '') return tell(SPEECH_TEXT.nothing)
      if (desktop.available) void read(text)
      else readByBrowser(text)
    },
    stop,
  }
}
