import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Rates.module.css'
import { TEXT } from './text.ts'

interface TryDialogProps {
  readonly title: string
  readonly action: string
  readonly isReady: boolean
  readonly children: ReactNode
  readonly onClose: () => void
  /** Gives what is to be shown; what it throws is shown, too. */
  readonly run: () => Promise<ReactNode>
}

/** Asks the rates something, and shows the answer below the question. */
export function TryDialog({ title, action, isReady, children, onClose, run }: TryDialogProps) {
  const [answer, setAnswer] = useState<ReactNode>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    setAnswer(null)
    try {
      setAnswer(await run())
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  return (
    <Modal opened onClose={onClose} title={title} centered size={480}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        {children}
        <Problem>{problem}</Problem>
        <div role="status" className={styles.answer}>
          {answer}
        </div>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.close}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {action}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
