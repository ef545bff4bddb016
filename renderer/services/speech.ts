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

/** By the browser's own voice, which the desktop client's page has, too. */
export function createSpeech({ page, tell }: SpeechParts): Speech {
  return {
    toggle() {
      const { speechSynthesis: voice } = page as { speechSynthesis?: SpeechSynthesis }
      if (!voice) return tell(SPEECH_TEXT.unavailable)
      if (voice.speaking) return voice.cancel()
      const text = selectedText(page)
      if (text === '') return tell(SPEECH_TEXT.nothing)
      const utterance = new SpeechSynthesisUtterance(text)
      utterance.lang = page.document.documentElement.lang
      voice.speak(utterance)
    },
    stop: () => (page as { speechSynthesis?: SpeechSynthesis }).speechSynthesis?.cancel(),
  }
}
