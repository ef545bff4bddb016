import { useId } from 'react'
import { useModalDialog } from '../../../ui/use-modal-dialog.ts'
import styles from './PlainPrompt.module.css'
import { type PromptProps, usePrompt } from './use-prompt.tsx'

/** The same in the browser's own dialog: what asks has to be answered, also where no more code can be fetched. */
export function PlainPrompt(props: PromptProps) {
  const dialog = useModalDialog()
  const titleID = useId()
  const { title, body, close } = usePrompt(props)
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleID}
      onCancel={(event) => {
        // Whoever asked closes it.
        event.preventDefault()
        close()
      }}
    >
      <h2 id={titleID}>{title}</h2>
      {body}
    </dialog>
  )
}
