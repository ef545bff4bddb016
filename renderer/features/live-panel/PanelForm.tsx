import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './LivePanel.module.css'
import { PANEL_TEXT as TEXT } from './text.ts'

interface PanelFormProps {
  readonly label: string
  /** What it means for the person, in a sentence. */
  readonly means: string
  readonly confirm: string
  /** What has to be mended first; null where it can be sent. */
  readonly fault: () => string | null
  /** A refusal stands in the form. */
  readonly send: () => Promise<unknown>
  readonly onDone: () => void
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** A form in somebody's panel that does one thing and then is done. */
export function PanelForm(props: PanelFormProps) {
  const { label, means, confirm, fault, send, onDone, onCancel, children } = props
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = fault()
    if (wrong !== null) return setProblem(wrong)
    setBusy(true)
    setProblem(null)
    try {
      await send()
      onDone()
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
  }
  return (
    <form className={styles.form} aria-label={label} onSubmit={(event) => void submit(event)}>
      <p>{means}</p>
      {children}
      <Problem>{problem}</Problem>
      <div className={styles.actions}>
        <Button size="xs" variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button size="xs" type="submit" loading={isBusy}>
          {confirm}
        </Button>
      </div>
    </form>
  )
}
