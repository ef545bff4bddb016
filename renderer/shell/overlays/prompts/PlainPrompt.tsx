import { useId, useLayoutEffect, useRef } from 'react'
import { useCountdown } from '../../../ui/use-countdown.ts'
import styles from './PlainPrompt.module.css'
import { PROMPT_TEXT, PromptBody, type PromptProps } from './PromptBody.tsx'

/** The same in the browser's own dialog: what asks has to be answered, also where no more code can be fetched. */
export function PlainPrompt({ prompt, onAnswer }: PromptProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleID = useId()
  const left = useCountdown(prompt.countdown ?? 0)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    // While it is still in the page: the focus goes back to where it was.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleID}
      onCancel={(event) => {
        // Whoever asked closes it.
        event.preventDefault()
        if (left === 0) onAnswer(false)
      }}
    >
      <h2 id={titleID}>{prompt.title === '' ? PROMPT_TEXT.message : prompt.title}</h2>
      <PromptBody prompt={prompt} onAnswer={onAnswer} left={left} />
    </dialog>
  )
}
