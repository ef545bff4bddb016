import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The browser's own dialog, over everything else for as long as it is in the page. What is marked
 * `data-autofocus` in it has the focus first; afterwards it is where it was.
 */
export function useModalDialog(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    // While it is still in the page: afterwards the browser no longer gives the focus back.
    return () => element?.close()
  }, [])
  return dialog
}
