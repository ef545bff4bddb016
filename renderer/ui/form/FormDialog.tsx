import { Button, Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Problem } from '../Problem.tsx'
import { FormActions } from './FormActions.tsx'
import styles from './FormDialog.module.css'

interface FormDialogProps {
  readonly title: string
  readonly lead: string
  readonly cancel: string
  readonly send: string
  /** Why it can't be sent yet; null where it can. */
  readonly fault: string | null
  /** Whether something was typed that a click beside it would lose. */
  readonly isTyped: boolean
  readonly size?: number
  /** In words why it failed. */
  readonly reasonOf: (error: unknown) => string
  readonly onSend: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that asks for something and sends it; what was typed stays where it is refused. */
export function FormDialog(props: FormDialogProps) {
  const { title, lead, cancel, send, fault, isTyped, size = 480, reasonOf, onSend, onClose, children } = props
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (fault !== null) return setProblem(fault)
    setBusy(true)
    setProblem(null)
    try {
      await onSend()
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} centered size={size} closeOnClickOutside={!isTyped}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={styles.lead}>{lead}</p>
        {children}
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {send}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
