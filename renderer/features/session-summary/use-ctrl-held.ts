import { useEffect, useState } from 'react'

/** Whether the Ctrl key is held while `active`; Ctrl+Enter calls `onEnter`, which has to stay the same, for who has no pointer. */
export function useCtrlHeld(active: boolean, onEnter: () => void): boolean {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!active) return
    const down = (event: KeyboardEvent) => {
      if (event.key === 'Control') setHeld(true)
      if (!event.ctrlKey || event.key !== 'Enter') return
      // Or it would press the button that has the focus.
      event.preventDefault()
      event.stopPropagation()
      onEnter()
    }
    const up = (event: KeyboardEvent) => {
      if (event.key === 'Control') setHeld(false)
    }
    const away = () => setHeld(false)
    window.addEventListener('keydown', down, { capture: true })
    window.addEventListener('keyup', up, { capture: true })
    window.addEventListener('blur', away)
    return () => {
      away()
      window.removeEventListener('keydown', down, { capture: true })
      window.removeEventListener('keyup', up, { capture: true })
      window.removeEventListener('blur', away)
    }
  }, [active, onEnter])
  return held && active
}
