import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ContactDetail } from '#shared/contract/profile.ts'
import { CONTACT_LABEL_MAX, CONTACT_VALUE_MAX, contactProblem } from '#shared/domain/profile.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './PersonalDetails.module.css'
import { DETAILS_TEXT } from './text.ts'

type Input = Omit<ContactDetail, 'id'>
/** Escape is for the form, not for the dialog around it. */
const FOR_FIELD = { 'data-mantine-stop-propagation': 'true' }
const EMPTY: Input = { type: 'MOBILE', label: '', value: '' }

interface ContactFormProps {
  readonly contact: ContactDetail | null
  /** Rejects with why it couldn't be kept. */
  readonly onSave: (contact: Input) => Promise<void>
  readonly onCancel: () => void
}

/** A contact detail that is added or changed. What is wrong stands at its field. */
export function ContactForm({ contact, onSave, onCancel }: ContactFormProps) {
  const [input, setInput] = useState<Input>(contact ?? EMPTY)
  const [unfit, setUnfit] = useState<ReturnType<typeof contactProblem>>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const change = (changes: Partial<Input>) => setInput({ ...input, ...changes })
  const errorOf = (field: 'label' | 'value') => (unfit?.field === field ? unfit.message : null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = contactProblem(input)
    setUnfit(found)
    if (found !== null || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await onSave({ type: input.type, label: input.label.trim(), value: input.value.trim() })
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  const value = {
    label: DETAILS_TEXT.value,
    value: input.value,
    error: errorOf('value'),
    maxLength: CONTACT_VALUE_MAX,
    ...FOR_FIELD,
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onCancel()
      }}
    >
      <Select
        label={DETAILS_TEXT.type}
        data={Object.entries(DETAILS_TEXT.types).map(([type, label]) => ({ value: type, label }))}
        value={input.type}
        allowDeselect={false}
        onChange={(type) => type && change({ type: type as Input['type'] })}
      />
      <TextInput
        label={input.type === 'EMERGENCY_CONTACT' ? DETAILS_TEXT.who : DETAILS_TEXT.label}
        value={input.label}
        error={errorOf('label')}
        maxLength={CONTACT_LABEL_MAX}
        {...FOR_FIELD}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      {input.type === 'ADDRESS' ? (
        <Textarea {...value} rows={3} onChange={(event) => change({ value: event.currentTarget.value })} />
      ) : (
        <TextInput {...value} onChange={(event) => change({ value: event.currentTarget.value })} />
      )}
      <Problem>{problem}</Problem>
      <FormActions>
        <Button size="xs" variant="default" onClick={onCancel}>
          {DETAILS_TEXT.cancel}
        </Button>
        <Button size="xs" type="submit" loading={isBusy}>
          {DETAILS_TEXT.save}
        </Button>
      </FormActions>
    </form>
  )
}
