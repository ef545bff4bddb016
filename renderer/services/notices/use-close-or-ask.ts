import { useState } from 'react'
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
  const [isTouched, setTouched] = useState(wasTouched)
  return {
    /** For the form: it hears what is typed or chosen in any of its fields. */
    onChange: () => setTouched(true),
    close: async () => {
      if (!isTouched || (await prompts.ask(DISCARD_QUESTION))) onClose()
    },
  }
}
