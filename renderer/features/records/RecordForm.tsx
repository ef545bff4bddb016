import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useRef } from 'react'
import type { Field } from '#shared/records/record.ts'
import { Problem } from '../../ui/Problem.tsx'
import { type Fields, valueInWords } from './form.ts'
import { FORM_TEXT } from './form-text.ts'
import type { RecordsKind } from './kind.ts'
import styles from './Records.module.css'
import { TEXT } from './text.ts'
import type { RecordFormState } from './use-record-form.ts'

interface RecordFormProps {
  readonly label: string
  readonly fields: Fields
  readonly ownFields?: RecordsKind['ownFields']
  readonly form: RecordFormState
  /** Whether somebody looks at it who may not change it. */
  readonly isReadOnly: boolean
}

/** A record's fields and the way to save them (spec 4 §1.4). */
export function RecordForm({ label, fields, ownFields = {}, form, isReadOnly }: RecordFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const count = Object.keys(form.problems).length
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const [first] = Object.keys(await form.submit())
    if (first !== undefined) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }
  return (
    <form
      ref={element}
      className={styles.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Problem>{form.refusal ?? (count > 0 ? FORM_TEXT.attention(count) : null)}</Problem>
      {Object.entries(fields).map(([name, field]) => (
        <div key={name} className={styles.field}>
          <FormField
            name={name}
            field={field}
            form={form}
            isReadOnly={isReadOnly}
            {...(ownFields[name] && { Own: ownFields[name] })}
          />
          {name in form.theirs ? (
            <fieldset className={styles.theirs} aria-label={field.label}>
              <span>{FORM_TEXT.theirs(field.label, valueInWords(field, form.theirs[name]))}</span>
              <Button size="compact-xs" variant="default" onClick={() => form.decide(name, true)}>
                {FORM_TEXT.takeTheirs}
              </Button>
              <Button size="compact-xs" variant="subtle" onClick={() => form.decide(name, false)}>
                {FORM_TEXT.keepMine}
              </Button>
            </fieldset>
          ) : null}
        </div>
      ))}
      <div className={styles.actions} hidden={isReadOnly}>
        <span role="status" className={styles.sending}>
          {form.isSending ? FORM_TEXT.sending : form.isWaiting ? FORM_TEXT.waiting : ''}
        </span>
        <Button
          variant="default"
          type="button"
          disabled={!(form.isChanged || form.isWaiting) || form.isBusy}
          onClick={form.forget}
        >
          {TEXT.discard}
        </Button>
        <Button type="submit" loading={form.isBusy} disabled={!form.isNew && !form.isChanged}>
          {TEXT.save}
        </Button>
      </div>
    </form>
  )
}

/** The number that was typed; null for nothing, and what was typed where it is none. */
function numberIn(typed: string): number | string | null {
  const text = typed.trim()
  if (text === '') return null
  return /^-?\d{1,15}$/.test(text) ? Number(text) : typed
}

/** The same for decimals. What isn't a whole number yet, such as `12.`, stays as it was typed. */
function decimalIn(typed: string): number | string | null {
  const text = typed.trim()
  if (text === '') return null
  // A number that would be written differently stays as it was typed: 12.50 may become 12.505.
  return /^-?\d{1,12}(\.\d{1,4})?$/.test(text) && String(Number(text)) === text ? Number(text) : typed
}

interface FormFieldProps {
  readonly name: string
  readonly field: Field
  readonly form: RecordFormState
  readonly isReadOnly: boolean
  /** Shows it instead of the kit. */
  readonly Own?: NonNullable<RecordsKind['ownFields']>[string]
}

function FormField({ Own, ...of }: FormFieldProps) {
  return Own ? <Own {...of} /> : <KitField {...of} />
}

function KitField({ name, field, form, isReadOnly }: Omit<FormFieldProps, 'Own'>) {
  const { kind, label, hint, isRequired, choices = {} } = field
  const value = form.values[name]
  const common = {
    name,
    label,
    description: hint,
    error: form.problems[name],
    withAsterisk: isRequired === true,
    required: isRequired === true,
    readOnly: isReadOnly,
    onBlur: () => form.check(name),
  }
  const text = typeof value === 'string' ? value : ''
  switch (kind) {
    case 'yesNo':
      return (
        <Checkbox
          name={name}
          label={label}
          description={hint}
          error={form.problems[name]}
          checked={value === true}
          disabled={isReadOnly}
          onChange={() => form.set(name, value !== true)}
        />
      )
    case 'number':
      return (
        <TextInput
          {...common}
          inputMode="numeric"
          value={value === null || value === undefined ? '' : String(value)}
          onChange={(event) => form.set(name, numberIn(event.currentTarget.value))}
        />
      )
    case 'decimal':
      return (
        <TextInput
          {...common}
          inputMode="decimal"
          value={value === null || value === undefined ? '' : String(value)}
          onChange={(event) => form.set(name, decimalIn(event.currentTarget.value))}
          onBlur={() => {
            const number = typeof value === 'string' ? Number(value.trim()) : Number.NaN
            if (value !== '' && Number.isFinite(number)) form.set(name, number)
            form.check(name)
          }}
        />
      )
    case 'day':
    case 'time':
      return (
        <TextInput
          {...common}
          type={kind === 'day' ? 'date' : 'time'}
          value={text}
          onChange={(event) => form.set(name, event.currentTarget.value)}
        />
      )
    case 'choice':
      return (
        <NativeSelect
          {...common}
          disabled={isReadOnly}
          value={text}
          data={[
            { value: '', label: '', disabled: isRequired === true },
            ...Object.entries(choices).map(([one, words]) => ({ value: one, label: words })),
          ]}
          onChange={(event) => form.set(name, event.currentTarget.value)}
        />
      )
    case 'longText':
      return (
        <Textarea
          {...common}
          value={text}
          autosize
          minRows={3}
          maxRows={12}
          onChange={(event) => form.set(name, event.currentTarget.value)}
        />
      )
    case 'text':
      return (
        <TextInput {...common} value={text} onChange={(event) => form.set(name, event.currentTarget.value)} />
      )
  }
}
