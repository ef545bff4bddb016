import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './People.module.css'
import { TEXT } from './text.ts'

interface AskFormProps {
  readonly text?: ReactNode
  /** On the button that does it. */
  readonly action: string
  /** Said once it is done; nothing where the dialog shows what came of it. */
  readonly done?: string
  /** Red, since it works against the person's will. */
  readonly isGrave?: boolean
  readonly isReady?: boolean
  readonly children?: ReactNode
  readonly onClose: () => void
  /** Something was typed or chosen. */
  readonly onTyped?: () => void
  /** Does it; what it throws is shown, and what was typed stays. */
  readonly run: () => Promise<void>
}

/** A question about a person, with its fields, in a dialog. It asks before what was typed into them is lost. */
export function AskDialog({ title, ...form }: AskFormProps & { readonly title: string }) {
  const { close, onChange } = useCloseOrAsk(form.onClose)
  const leave = () => void close()
  return (
    <Modal opened onClose={leave} title={title} centered size={480} closeOnClickOutside={false}>
      <AskForm {...form} onClose={leave} onTyped={onChange} />
    </Modal>
  )
}

/** The same without the dialog around it. */
export function AskForm({
  text,
  action,
  done,
  isGrave = false,
  isReady = true,
  children,
  onClose,
  onTyped,
  run,
}: AskFormProps) {
  const { notices } = useServices()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await run()
      if (done !== undefined) notices.show('success', done)
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(false)
  }
  return (
    <form className={styles.ask} onChange={onTyped} onSubmit={(event) => void submit(event)}>
      {text ? <p>{text}</p> : null}
      {children}
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isReady} {...(isGrave && { color: 'red' })}>
          {action}
        </Button>
      </FormActions>
    </form>
  )
}
