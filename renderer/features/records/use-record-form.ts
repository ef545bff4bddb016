import { useState } from 'react'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { ApiError } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { differing, emptyValues, type Fields, type FormValues, problemsIn, valuesOf } from './form.ts'

interface RecordFormOptions {
  /** Which form it is, for what was typed and not saved: `skill/12` or `skill/new`. */
  readonly place: string
  readonly fields: Fields
  /** What a new record begins with, where it isn't empty. */
  readonly fresh?: (() => FormValues) | undefined
  /** The record as it is known; null for a new one. */
  readonly record: ListedRow | null
  readonly save: (values: FormValues, seen: ListedRow | null) => Promise<ListedRow>
  /** Reads the record anew. */
  readonly read: (id: number) => Promise<ListedRow>
  readonly onSaved: (record: ListedRow) => void
}

/**
 * A record's form (spec 4 §1.4): what is typed outlives a reload, faults stand below their fields, and a save on an
 * older version shows both values to choose from.
 */
export function useRecordForm({ place, fields, fresh, record, save, read, onSaved }: RecordFormOptions) {
  const { storage } = useServices()
  const userName = useSession(({ user }) => user?.userName ?? '')
  const key = `${userName}/${place}`
  const [seen, setSeen] = useState(record)
  const [first] = useState(() => ({ ...emptyValues(fields), ...fresh?.() }))
  const before = seen ? valuesOf(fields, seen) : first
  const [values, setValues] = useState<FormValues>(() => ({
    ...before,
    ...(storage.get('formDrafts')?.[key] as FormValues | undefined),
  }))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  /** What others made of it, by field, where it differs from what is typed. */
  const [theirs, setTheirs] = useState<FormValues>({})
  const [isBusy, setBusy] = useState(false)
  const isChanged = differing(fields, before, values).length > 0

  function keep(next: FormValues | null): void {
    const { [key]: _old, ...others } = storage.get('formDrafts') ?? {}
    storage.set('formDrafts', next === null ? others : { ...others, [key]: next })
  }

  function set(name: string, value: unknown): void {
    const next = { ...values, [name]: value }
    setValues(next)
    keep(differing(fields, before, next).length === 0 ? null : next)
    if (problems[name]) check(name, next)
  }

  /** Says what is wrong with a field once it is left. */
  function check(name: string, now = values): void {
    const { [name]: problem } = problemsIn(fields, now)
    const { [name]: _old, ...others } = problems
    setProblems(problem === undefined ? others : { ...others, [name]: problem })
  }

  /** Takes what others made of a field, or keeps one's own. */
  function decide(name: string, takesTheirs: boolean): void {
    const { [name]: value, ...others } = theirs
    setTheirs(others)
    if (takesTheirs) set(name, value)
  }

  function forget(): void {
    keep(null)
    setValues(before)
    setProblems({})
    setRefusal(null)
  }

  async function submit(): Promise<Readonly<Record<string, string>>> {
    const found = problemsIn(fields, values)
    setProblems(found)
    setRefusal(null)
    if (Object.keys(found).length > 0) return found
    setBusy(true)
    try {
      const saved = await save(values, seen)
      keep(null)
      setSeen(saved)
      setValues(valuesOf(fields, saved))
      setTheirs({})
      onSaved(saved)
    } catch (error) {
      await refused(error)
    } finally {
      setBusy(false)
    }
    return {}
  }

  async function refused(error: unknown): Promise<void> {
    setRefusal(refusalOf(error))
    if (!(error instanceof ApiError) || error.code !== 'record.changed' || !seen) return
    try {
      const now = await read(seen.id)
      setSeen(now)
      const others = valuesOf(fields, now)
      setTheirs(Object.fromEntries(differing(fields, values, others).map((name) => [name, others[name]])))
    } catch {
      // What was refused is told already; the next save asks again.
    }
  }

  return {
    values,
    problems,
    refusal,
    theirs,
    isBusy,
    isChanged,
    isNew: seen === null,
    set,
    check,
    decide,
    submit,
    forget,
  }
}
export type RecordFormState = ReturnType<typeof useRecordForm>
