import './mantine-styles.ts'
import { Button, Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Broadcasts.module.css'

interface AskDialogProps {
  readonly title: string
  readonly cancel: string
  /** On the button that does it. */
  readonly action: string
  readonly isGrave?: boolean
  readonly isReady: boolean
  /** Said once it is done. */
  readonly done: string
  /** Does it; what it throws is shown, and what was typed stays. */
  readonly run: () => Promise<unknown>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form that does one thing. */
export function AskDialog(props: AskDialogProps) {
  const { title, cancel, action, isGrave, isReady, done, run, onClose, children } = props
  const { notices } = useServices()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await run()
      notices.show('success', done)
      onClose()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} centered size={560} closeOnClickOutside={false}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        {children}
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
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
