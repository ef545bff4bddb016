import { useRef } from 'react'
import { useServices } from '../../services/context.tsx'
import { TEXT } from './text.ts'

/** How a dialog with much to type closes: by Escape and its buttons, too, it asks once something was typed (spec 4 §1). */
export function useAskedClose(onClose: () => void) {
  const { prompts } = useServices()
  const isTyped = useRef(false)
  /** It is saved, or nothing is lost. */
  const close = () => {
    isTyped.current = false
    onClose()
  }
  const { discardTitle: title, discard: yes, goOn: no } = TEXT
  return {
    close,
    onTyped: () => {
      isTyped.current = true
    },
    askedClose: async () => {
      if (!isTyped.current || (await prompts.ask({ title, text: '', yes, no }))) close()
    },
  }
}
