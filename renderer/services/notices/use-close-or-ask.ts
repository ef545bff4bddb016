import { useRef } from 'react'
import { useServices } from '../context.tsx'

export const DISCARD_QUESTION = {
  title: 'Discard your changes?',
  text: '',
  yes: 'Discard',
  no: 'Keep editing',
} as const

/** Closes a dialog's form, and asks first where something was filled in that would be lost (spec 4 §1.4). */
export function useCloseOrAsk(onClose: () => void, wasTouched = false) {
  const { prompts } = useServices()
  const isTouched = useRef(wasTouched)
  /** All is saved, or nothing would be lost. */
  const closeNow = () => {
    isTouched.current = false
    onClose()
  }
  return {
    /** For the form: it hears what is typed or chosen in any of its fields. */
    onChange: () => {
      isTouched.current = true
    },
    closeNow,
    close: async () => {
      if (!isTouched.current || (await prompts.ask(DISCARD_QUESTION))) closeNow()
    },
  }
}
