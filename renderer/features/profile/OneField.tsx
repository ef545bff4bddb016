import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { reasonOf } from '../../services/http/api-client.ts'
import { FieldRow } from '../../ui/form/FieldRow.tsx'
import styles from './PersonalDetails.module.css'
import { DETAILS_TEXT } from './text.ts'

interface OneFieldProps {
  readonly label: string
  readonly action: string
  /** What is wrong with the value; null where nothing is. */
  readonly problemOf: (value: string) => string | null
  /** Rejects with why it couldn't be done. */
  readonly onSubmit: (value: string) => Promise<void>
  readonly onCancel: () => void
}

/** One line of text with what sends it. Escape gives it up and leaves the dialog. */
export function OneField({ label, action, problemOf, onSubmit, onCancel }: OneFieldProps) {
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const unfit = problemOf(value)
    setProblem(unfit)
    if (unfit !== null || isBusy) return
    setBusy(true)
    try {
      await onSubmit(value.trim())
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.oneField}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      <FieldRow>
        <TextInput
          label={label}
          value={value}
          error={problem}
          // Escape is for the field, not for the dialog around it.
          data-mantine-stop-propagation="true"
          autoFocus
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" loading={isBusy}>
          {action}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {DETAILS_TEXT.cancel}
        </Button>
      </FieldRow>
    </form>
  )
}
