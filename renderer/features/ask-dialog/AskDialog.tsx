import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './AskDialog.module.css'

interface AskDialogProps {
  readonly title: string
  readonly text?: string
  /** On the button that does it. */
  readonly action: string
  readonly cancel: string
  /** Red, since it works against somebody's will. */
  readonly isGrave?: boolean
  readonly size?: number
  readonly isReady?: boolean
  readonly children: ReactNode
  readonly onClose: () => void
  /** Does it; what it throws is shown, and what was typed stays. */
  readonly run: () => Promise<unknown>
}

/** A question with its fields. It asks before what was typed into them is lost. */
export function AskDialog({
  title,
  text,
  action,
  cancel,
  isGrave,
  size = 460,
  isReady = true,
  children,
  onClose,
  run,
}: AskDialogProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { close, closeNow, onChange } = useCloseOrAsk(onClose)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await run()
      closeNow()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={() => void close()} title={title} centered size={size} closeOnClickOutside={false}>
      <form className={styles.form} onChange={onChange} onSubmit={(event) => void submit(event)}>
        {text ? <p>{text}</p> : null}
        {children}
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={() => void close()}>
            {cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady} {...(isGrave && { color: 'red' })}>
            {action}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
