import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { $ZodError } from 'zod/v4/core'
import { useStore } from 'zustand'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { ApiError } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import type { LateOutcome, LateSaves } from '../../services/person/late-saves.ts'
import { differing, emptyValues, type Fields, type FormValues, problemsIn, valuesOf } from './form.ts'

type Problems = Readonly<Record<string, string>>
type Refused = Readonly<Record<string, { readonly words: string; readonly value: unknown }>>

/** What was refused of values that still stand there. */
const stillRefused = (refused: Refused, values: FormValues): Problems =>
  Object.fromEntries(
    Object.entries(refused).flatMap(([name, { words, value }]) =>
      values[name] === value ? [[name, words]] : [],
    ),
  )

/** What a failed save says of the form's fields, in their order; what it says of others it says as a whole. */
function saidOfFields(fields: Fields, error: unknown): Problems {
  const said =
    error instanceof ApiError
      ? error.fields
      : error instanceof $ZodError
        ? Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
        : {}
  // One that the form hasn't got would be told nowhere.
  if (Object.keys(said).some((name) => !Object.hasOwn(fields, name))) return {}
  return Object.fromEntries(
    Object.keys(fields).flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])),
  )
}

interface RecordFormOptions {
  /** Which form it is, for what was typed and not saved: `skill/12` or `skill/new`. */
  readonly place: string
  readonly fields: Fields
  /** What a new record begins with, where it isn't empty. */
  readonly fresh?: (() => FormValues) | undefined
  /** The record as it is known; null for a new one. */
  readonly record: ListedRow | null
  /** Gives null where it waits for the connection. */
  readonly save: (values: FormValues, seen: ListedRow | null) => Promise<ListedRow | null>
  /** What waits, and what becomes of it. */
  readonly late: Pick<LateSaves, 'store' | 'drop' | 'onSent'>
  /** Reads the record anew. */
  readonly read: (id: number) => Promise<ListedRow>
  readonly onSaved: (record: ListedRow) => void
  /** Shows what is being saved; gives what takes it back. */
  readonly show: (before: ListedRow, values: FormValues) => () => void
  /** Told why a save failed whose form isn't there any more; what was typed is kept for the next one. */
  readonly onLost: (why: string) => void
}

/**
 * A record's form (spec 4 §1.4): what is typed outlives a reload, faults stand below their fields, and a save on an
 * older version shows both values to choose from. A change is shown before the answer; meanwhile one may go on typing,
 * leave, and save again, which is sent once the first is answered.
 */
export function useRecordForm(options: RecordFormOptions) {
  const { place, fields, fresh, record, save, late, read, onSaved, show, onLost } = options
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
  const [found, setFound] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  /** What the server said of fields, of the values that it refused. */
  const [refusedFields, setRefusedFields] = useState<Refused>({})
  /** What others made of it, by field, where it differs from what is typed. */
  const [theirs, setTheirs] = useState<FormValues>({})
  /** What is on its way. */
  const [sending, setSending] = useState<FormValues | null>(null)
  /** Whether a save waits for the connection, and with what. */
  const isWaiting = useStore(late.store, ({ waiting }) => waiting.some((one) => one.place === place))
  const waitingWith = useRef<FormValues | null>(isWaiting ? values : null)
  const takeWaitingBack = useRef(() => {})
  /** What was typed by now, and whether to save that next. */
  const latest = useRef(values)
  const again = useRef(false)
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  const problems = { ...stillRefused(refusedFields, values), ...found }
  const safe = sending ?? (isWaiting ? waitingWith.current : null) ?? before
  const isChanged = differing(fields, safe, values).length > 0
  const settleWaiting = useRef<(outcome: LateOutcome) => void>(() => {})
  useEffect(() => {
    settleWaiting.current = (outcome) => void waited(outcome)
  })
  useEffect(
    () =>
      late.onSent((one, outcome) => {
        if (one.place !== place) return false
        settleWaiting.current(outcome)
        return true
      }),
    [late, place],
  )

  function keep(next: FormValues | null): void {
    const { [key]: _old, ...others } = storage.get('formDrafts') ?? {}
    storage.set('formDrafts', next === null ? others : { ...others, [key]: next })
  }

  function type(next: FormValues): void {
    latest.current = next
    setValues(next)
  }

  function set(name: string, value: unknown): void {
    const next = { ...latest.current, [name]: value }
    type(next)
    keep(sending === null && differing(fields, before, next).length === 0 ? null : next)
    if (found[name]) check(name, next)
  }

  /** Says what is wrong with a field once it is left. */
  function check(name: string, now = values): void {
    const { [name]: problem } = problemsIn(fields, now)
    const { [name]: _old, ...others } = found
    setFound(problem === undefined ? others : { ...others, [name]: problem })
  }

  /** Takes what others made of a field, or keeps one's own. */
  function decide(name: string, takesTheirs: boolean): void {
    const { [name]: value, ...others } = theirs
    setTheirs(others)
    if (takesTheirs) set(name, value)
  }

  function forget(): void {
    // First what was typed since, then what waits.
    const kept = isWaiting && isChanged ? waitingWith.current : null
    if (isWaiting && kept === null) {
      late.drop(place)
      takeWaitingBack.current()
    }
    keep(kept)
    type(sending ?? kept ?? before)
    setFound({})
    setRefusedFields({})
    setRefusal(null)
  }

  /** Saves, and gives what is wrong, by field. */
  async function submit(): Promise<Problems> {
    const wrong = problemsIn(fields, values)
    setFound(wrong)
    setRefusal(null)
    setRefusedFields({})
    if (Object.keys(wrong).length > 0) return wrong
    if (sending === null) return await send(values, seen)
    again.current = true
    return {}
  }

  async function send(sent: FormValues, of: ListedRow | null): Promise<Problems> {
    setSending(sent)
    const takeBack = of ? show(of, sent) : () => {}
    let saved: ListedRow | null
    try {
      saved = await save(sent, of)
    } catch (error) {
      again.current = false
      setSending(null)
      takeBack()
      if (!isThere.current) onLost(refusalOf(error))
      return await refused(error)
    }
    let next = latest.current
    if (saved === null) {
      waitingWith.current = sent
      takeWaitingBack.current = takeBack
      // It outlives the page, as the save does.
      keep(next)
      setSending(null)
    } else next = taken(saved, sent)
    if (!again.current) return {}
    again.current = false
    // Of what waits the newest takes the place.
    return await send(next, saved ?? of)
  }

  /** A save is done. What was typed since stays, also as a draft. @returns what stands in the form now */
  function taken(saved: ListedRow, sent: FormValues): FormValues {
    const now = valuesOf(fields, saved)
    const typed = Object.fromEntries(
      differing(fields, sent, latest.current).map((name) => [name, latest.current[name]]),
    )
    const next = { ...now, ...typed }
    keep(Object.keys(typed).length > 0 ? next : null)
    setSeen(saved)
    setSending(null)
    type(next)
    setTheirs({})
    onSaved(saved)
    return next
  }

  /** What waited was sent. */
  async function waited(outcome: LateOutcome): Promise<void> {
    const sent = waitingWith.current ?? values
    waitingWith.current = null
    const takeBack = takeWaitingBack.current
    takeWaitingBack.current = () => {}
    if ('error' in outcome) {
      takeBack()
      await refused(outcome.error)
      return
    }
    const { id } = z.looseObject({ id: z._default(z.int(), 0) }).parse(outcome.answer)
    try {
      taken(await read(seen?.id ?? id), sent)
    } catch {
      // It is saved. The list reads it anew by itself.
      keep(null)
    }
  }

  async function refused(error: unknown): Promise<Problems> {
    const said = saidOfFields(fields, error)
    if (Object.keys(said).length > 0) {
      setRefusedFields(
        Object.fromEntries(
          Object.entries(said).map(([name, words]) => [name, { words, value: values[name] }]),
        ),
      )
      return said
    }
    setRefusal(refusalOf(error))
    if (!(error instanceof ApiError) || error.code !== 'record.changed' || !seen) return {}
    try {
      const now = await read(seen.id)
      setSeen(now)
      const others = valuesOf(fields, now)
      setTheirs(Object.fromEntries(differing(fields, values, others).map((name) => [name, others[name]])))
    } catch {
      // What was refused is told already; the next save asks again.
    }
    return {}
  }

  return {
    values,
    problems,
    refusal,
    theirs,
    /** A new record has no second save until it is there. */
    isBusy: sending !== null && seen === null,
    isSending: sending !== null,
    /** Saved, and not sent yet. */
    isWaiting,
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
