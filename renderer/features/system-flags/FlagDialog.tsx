import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Flags.module.css'
import { TEXT } from './text.ts'

interface FlagDialogProps {
  readonly title: string
  readonly text?: string
  /** On the button that does it. */
  readonly action: string
  /** Said once it is done. */
  readonly done: string
  readonly isReady?: boolean
  readonly children: ReactNode
  readonly onClose: () => void
  /** Does it; what it throws is shown, and what was typed stays. */
  readonly run: () => Promise<void>
}

/** A question about a system flag, with its fields. It asks before what was typed into them is lost. */
export function FlagDialog({
  title,
  text,
  action,
  done,
  isReady = true,
  children,
  onClose,
  run,
}: FlagDialogProps) {
  const { notices } = useServices()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { close, closeNow, onChange } = useCloseOrAsk(onClose)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await run()
      notices.show('success', done)
      closeNow()
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={() => void close()} title={title} centered size={480} closeOnClickOutside={false}>
      <form className={styles.form} onChange={onChange} onSubmit={(event) => void submit(event)}>
        {text ? <p>{text}</p> : null}
        {children}
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={() => void close()}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {action}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
