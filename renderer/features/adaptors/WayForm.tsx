import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import {
  type AdaptorInfo,
  type AdaptorKind,
  phoneNumber,
  type SecretName,
  type saveAdaptor,
  type testAdaptor,
} from '#shared/contract/adaptors.ts'
import type { RequestOf } from '#shared/contract/http-call.ts'
import { FileButton } from '../../ui/FileButton.tsx'
import styles from './Adaptors.module.css'
import { FormEnd, SecretField } from './form-parts.tsx'
import { dayOf } from './moments.ts'
import { SMS_TEXT } from './sms-text.ts'
import { TEXT } from './text.ts'
import { useAdaptorForm } from './use-adaptor-form.ts'
import { HOOK_TEXT, INBOUND_TEXT } from './webhook-text.ts'

/** A setting that is typed or ticked. */
interface FieldItem<S> {
  readonly field: keyof S & string
  readonly label: string
  readonly hint?: string
  /** Said where it isn't right. */
  readonly wrong?: string
  /** 'number' of which nothing typed is none; a 'url' and 'text' are trimmed as they are typed. */
  readonly type?: 'text' | 'words' | 'url' | 'number' | 'check'
  readonly maxLength?: number
}

/** A secret, which is typed or read from a file, and never shown again. */
interface SecretItem {
  readonly secret: SecretName
  readonly label: string
  readonly hint?: string
  /** Whether it can be switched on or tried without. */
  readonly need: 'always' | 'enabled' | 'never'
  readonly file?: { readonly choose: string; readonly other: string; readonly accept: string }
}

export type WayItem<S> = FieldItem<S> | SecretItem
const isField = <S,>(item: WayItem<S>): item is FieldItem<S> => 'field' in item
const isSecret = <S,>(item: WayItem<S>): item is SecretItem => 'secret' in item

interface WayFormProps<S extends object> {
  readonly kind: AdaptorKind
  readonly name: string
  readonly adaptor: (AdaptorInfo & { readonly settings: S }) | undefined
  /** What a new one begins with. */
  readonly empty: S
  readonly schema: z.ZodMiniType<S>
  /** In the order in which they stand. */
  readonly items: readonly WayItem<S>[]
  /** Whether a test goes to a number that is typed, and whether it has to. */
  readonly testTo?: { readonly hint: string; readonly isNeeded: boolean }
  /** What no field of these has; it stands before 'Switched on'. */
  readonly more?: (settings: S, set: (part: Partial<S>) => void, isChecked: boolean) => ReactNode
}

const textOf = (value: unknown) =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : ''
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text.replace(',', '.')))

/** The form of a way to a service outside: its settings, its secrets, 'Switched on', 'Test' and 'Save'. */
export function WayForm<S extends object>({
  kind,
  name,
  adaptor,
  empty,
  schema,
  items,
  testTo,
  more,
}: WayFormProps<S>) {
  const { checked, end, test, save } = useAdaptorForm(name)
  const [form, setForm] = useState<S>(() => adaptor?.settings ?? empty)
  // A number stays as it was typed until it is one.
  const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({})
  const [secrets, setSecrets] = useState<Partial<Record<SecretName, string>>>({})
  const [files, setFiles] = useState<Partial<Record<SecretName, string>>>({})
  const [isEnabled, setEnabled] = useState(adaptor?.isEnabled ?? true)
  const [to, setTo] = useState('')

  const typed = Object.fromEntries(Object.entries(numbers).map(([one, text]) => [one, numberOf(text)]))
  const settings = { ...form, ...typed }
  const read = z.safeParse(schema, settings)
  const wrong = new Set(read.success ? [] : read.error.issues.map(({ path }) => path[0]))
  const keptOf = (one: SecretName) => adaptor?.secrets.find((kept) => kept.name === one)
  const isLacking = ({ secret, need }: SecretItem, what: typeof checked) => {
    if (keptOf(secret) || secrets[secret]) return false
    return what === 'test' ? need === 'always' : what === 'save' && isEnabled && need !== 'never'
  }
  const lacks = (what: 'save' | 'test') => items.filter(isSecret).some((one) => isLacking(one, what))
  const isNumber = z.safeParse(phoneNumber, to).success || (to === '' && testTo?.isNeeded !== true)
  const request = {
    ...{ kind, settings },
    secrets: Object.fromEntries(Object.entries(secrets).filter(([, text]) => text !== '')),
    ...(adaptor && { id: adaptor.id }),
  }
  const onTest = () => {
    const asked: object = { ...request, ...(to === '' ? {} : { to }) }
    // Which settings go with which kind is said by the section that makes the form.
    void test(read.success && isNumber && !lacks('test'), asked as RequestOf<typeof testAdaptor>)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const asked: object = { ...request, ...(adaptor && { version: adaptor.version }), name, isEnabled }
    void save(read.success && !lacks('save'), asked as RequestOf<typeof saveAdaptor>)
  }
  const set = (part: Partial<S>) => setForm((now) => ({ ...now, ...part }))
  const setField = (field: string, value: unknown) => set({ [field]: value } as Partial<S>)
  const choose = async (one: SecretName, chosen: File | null) => {
    if (!chosen) return
    const text = await chosen.text()
    setSecrets((now) => ({ ...now, [one]: text }))
    setFiles((now) => ({ ...now, [one]: chosen.name }))
  }

  const fieldOf = ({ field, label, hint, wrong: words, type = 'text', maxLength }: FieldItem<S>) => {
    const value = form[field]
    if (type === 'check')
      return (
        <Checkbox
          key={field}
          label={label}
          checked={value === true}
          onChange={({ currentTarget }) => setField(field, currentTarget.checked)}
        />
      )
    return (
      <TextInput
        key={field}
        label={label}
        description={hint}
        value={type === 'number' ? (numbers[field] ?? textOf(value)) : textOf(value)}
        error={checked && wrong.has(field) ? words : null}
        {...(type === 'url' && { type: 'url' })}
        {...(type === 'number' && { inputMode: 'decimal' as const })}
        {...(maxLength !== undefined && { maxLength })}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value
          if (type === 'number') setNumbers((now) => ({ ...now, [field]: text }))
          else setField(field, type === 'words' ? text : text.trim())
        }}
      />
    )
  }
  const secretOf = (item: SecretItem) => {
    const { secret, label, hint, file } = item
    const kept = keptOf(secret)
    if (!file)
      return (
        <SecretField
          key={secret}
          label={label}
          kept={kept}
          hint={hint}
          value={secrets[secret] ?? ''}
          isLacking={isLacking(item, checked)}
          onChange={(text) => setSecrets((now) => ({ ...now, [secret]: text }))}
        />
      )
    return (
      <div key={secret} className={styles.keyFile}>
        <FileButton accept={file.accept} onChange={(chosen) => void choose(secret, chosen)}>
          {(props) => (
            <Button {...props} variant="default">
              {kept || files[secret] ? file.other : file.choose}
            </Button>
          )}
        </FileButton>
        <span>{files[secret] ?? (kept ? TEXT.setOn(dayOf(kept.setAt), kept.setBy) : hint)}</span>
        {isLacking(item, checked) ? <strong role="alert">{INBOUND_TEXT.secretMissing}</strong> : null}
      </div>
    )
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {items.map((item) => (isField(item) ? fieldOf(item) : secretOf(item)))}
      {more?.(form, set, checked !== null)}
      <Checkbox
        label={HOOK_TEXT.enabled}
        checked={isEnabled}
        onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
      />
      {testTo ? (
        <TextInput
          label={TEXT.testTo}
          description={testTo.hint}
          value={to}
          error={checked === 'test' && !isNumber ? SMS_TEXT.numberWrong : null}
          type="tel"
          autoComplete="off"
          onChange={({ currentTarget }) => setTo(currentTarget.value.replaceAll(' ', ''))}
        />
      ) : null}
      <FormEnd {...end} onTest={onTest} />
    </form>
  )
}
