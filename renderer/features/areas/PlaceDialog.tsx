import { Button, Modal, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Areas.module.css'
import { TEXT } from './text.ts'

interface PlaceDialogProps {
  readonly title: string
  readonly text?: string
  readonly label: string
  readonly action: string
  readonly places: readonly { readonly id: number; readonly name: string }[]
  /** Whether the top of the tree is a place, too. */
  readonly hasTop?: boolean
  readonly onClose: () => void
  /** Null for the top. What it throws is shown. */
  readonly run: (id: number | null) => Promise<void>
}

/** Asks for an area, to move or merge something into it. */
export function PlaceDialog({
  title,
  text,
  label,
  action,
  places,
  hasTop = false,
  onClose,
  run,
}: PlaceDialogProps) {
  const [into, setInto] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await run(into === 'top' ? null : Number(into))
      onClose()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={title} centered size={460}>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        {text ? <p>{text}</p> : null}
        <NativeSelect
          data-autofocus
          required
          label={label}
          value={into}
          data={[
            { value: '', label: TEXT.chooseArea, disabled: true },
            ...(hasTop ? [{ value: 'top', label: TEXT.top }] : []),
            ...places.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => setInto(event.currentTarget.value)}
        />
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={into === ''}>
            {action}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}
