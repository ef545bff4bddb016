import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Quality.module.css'
import { REVIEW_TEXT as TEXT } from './text.ts'

interface AskProps {
  readonly label: string
  readonly question: string
  readonly send: string
  /** Why the text won't do; null where it will. */
  readonly faultOf?: (text: string) => string | null
  readonly max?: number
  readonly onSend: (text: string) => Promise<void>
  readonly onCancel: () => void
}

/** Asks for a text; what was typed stays where it is refused. */
export function Ask({ label, question, send, faultOf, max = 1000, onSend, onCancel }: AskProps) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const fault = faultOf?.(text) ?? null
    setProblem(fault)
    if (fault !== null) return
    setBusy(true)
    try {
      await onSend(text.trim())
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.form}
      aria-label={label}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onCancel()
      }}
    >
      <Textarea
        label={question}
        value={text}
        maxLength={max}
        autosize
        minRows={2}
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {send}
        </Button>
      </div>
    </form>
  )
}
