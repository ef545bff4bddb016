import { type RefObject, useEffect } from 'react'

/** The field has the focus from the beginning where it is to, and whenever something is replied to. */
export function useComposerFocus(
  input: RefObject<HTMLTextAreaElement | null>,
  takesFocus: boolean,
  replyID: number | undefined,
): void {
  useEffect(() => {
    if (!takesFocus) return
    const element = input.current
    element?.focus({ preventScroll: true })
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [takesFocus, input])
  useEffect(() => {
    if (replyID !== undefined) input.current?.focus()
  }, [replyID, input])
}
