import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type QcForm, saveForm } from '#shared/contract/qc.ts'
import {
  QC_ITEMS_MAX,
  QC_KINDS,
  QC_WEIGHT,
  type QcItem,
  type QcKind,
  SEVERITIES,
  type Severity,
} from '#shared/domain/quality.ts'
import { QC_KIND_LABELS, SEVERITY_LABELS } from '#shared/domain/quality-words.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Quality.module.css'
import { REVIEW_TEXT, QUALITY_TEXT as TEXT } from './text.ts'
import { QUALITY_KEY } from './use-quality-news.ts'

const freshItem = (section: string, id: string): QcItem => ({
  ...{ id, section, text: '', help: '', weight: 5, severity: 'MINOR' },
})

/** An id that no other item of the form has, nor had. */
function nextID(items: readonly QcItem[]): string {
  const numbers = items.map(({ id }) => Number(/^i(\d+)$/.exec(id)?.[1] ?? 0))
  return `i${Math.max(0, ...numbers) + 1}`
}

interface FormEditorProps {
  /** Null for a new one. */
  readonly form: QcForm | null
  readonly isCopy: boolean
  readonly onDone: () => void
}

/** Writes a form. One that was used gets a new version (spec 4 §2.4). */
export function FormEditor({ form, isCopy, onDone }: FormEditorProps) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const newest = form?.versions[0]
  const [name, setName] = useState(form ? (isCopy ? TEXT.copyOf(form.name) : form.name) : '')
  const [kind, setKind] = useState<QcKind>(form?.kind ?? 'LIVE')
  const [items, setItems] = useState<readonly QcItem[]>(newest?.items ?? [freshItem('', 'i1')])
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isNew = form === null || isCopy
  const set = (id: string, more: Partial<QcItem>) =>
    setItems(items.map((item) => (item.id === id ? { ...item, ...more } : item)))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const seen = isNew ? {} : { id: form.id, revision: form.revision }
      await api.call(saveForm, { ...seen, name, kind, items: [...items] }, { quiet: true })
      notices.show('success', TEXT.formSaved)
      onDone()
      await client.invalidateQueries({ queryKey: [QUALITY_KEY, 'forms'] })
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.form}
      aria-label={isNew ? TEXT.newForm : TEXT.edit}
      onSubmit={(event) => void submit(event)}
    >
      <h3>{isNew ? TEXT.newForm : form.name}</h3>
      {!isNew && newest && (newest.reviews > 0 || newest.status !== 'DRAFT') ? (
        <p className={styles.quiet}>{TEXT.editUsed}</p>
      ) : null}
      <div className={styles.fields}>
        <TextInput
          label={TEXT.formName}
          value={name}
          required
          maxLength={100}
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={TEXT.kind}
          value={kind}
          disabled={!isNew}
          data={QC_KINDS.map((one) => ({ value: one, label: QC_KIND_LABELS[one] }))}
          onChange={(event) => setKind(event.currentTarget.value as QcKind)}
        />
      </div>
      {items.map((item, place) => (
        <fieldset key={item.id} className={styles.itemForm}>
          <legend className="visually-hidden">{TEXT.itemNumber(place + 1)}</legend>
          <TextInput
            label={TEXT.section}
            value={item.section}
            maxLength={100}
            onChange={(event) => set(item.id, { section: event.currentTarget.value })}
          />
          <TextInput
            label={TEXT.item}
            value={item.text}
            required
            maxLength={300}
            onChange={(event) => set(item.id, { text: event.currentTarget.value })}
          />
          <TextInput
            label={TEXT.help}
            value={item.help}
            maxLength={1000}
            onChange={(event) => set(item.id, { help: event.currentTarget.value })}
          />
          <TextInput
            type="number"
            label={TEXT.weight}
            required
            {...QC_WEIGHT}
            value={String(item.weight)}
            onChange={(event) => set(item.id, { weight: Number(event.currentTarget.value) })}
          />
          <NativeSelect
            label={TEXT.severity}
            value={item.severity}
            data={SEVERITIES.map((one) => ({ value: one, label: SEVERITY_LABELS[one] }))}
            onChange={(event) => set(item.id, { severity: event.currentTarget.value as Severity })}
          />
          <Button
            variant="subtle"
            color="red"
            disabled={items.length === 1}
            aria-label={TEXT.removeItem(place + 1)}
            onClick={() => setItems(items.filter(({ id }) => id !== item.id))}
          >
            <IconTrash size={17} aria-hidden="true" />
          </Button>
        </fieldset>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          disabled={items.length >= QC_ITEMS_MAX}
          onClick={() => setItems([...items, freshItem(items.at(-1)?.section ?? '', nextID(items))])}
        >
          {TEXT.addItem}
        </Button>
      </div>
      <Problem>{problem}</Problem>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onDone}>
          {REVIEW_TEXT.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {TEXT.save}
        </Button>
      </div>
    </form>
  )
}
