import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { Problem } from '../../ui/Problem.tsx'
import { TypedNumber, typedFault } from '../sure/index.ts'
import styles from './LivePanel.module.css'
import { PANEL_TEXT as TEXT } from './text.ts'

/** Somebody, or an area, that something is done to. */
export interface Target {
  readonly id: number
  readonly name: string
}

interface PanelFormProps {
  readonly label: string
  /** What it means for the person, in a sentence; none where the fields say it. */
  readonly means?: string
  readonly confirm: string
  /** It is done to each of them, one after the other. */
  readonly people: readonly Target[]
  /** From how many people on their number has to be typed; never where it can be taken back. */
  readonly typedFrom?: number
  readonly isReady?: boolean
  /** What has to be mended first; null where it can be sent. */
  readonly fault?: () => string | null
  /** Asks a second time; false leaves the form as it is. */
  readonly mayGo?: () => Promise<boolean>
  /** A refusal stands in the form. */
  readonly send: (person: Target) => Promise<unknown>
  readonly onDone: () => void
  readonly onCancel: () => void
  readonly children?: ReactNode
}

/** A form of the panel that does one thing to somebody, or to each of several, and then is done (spec 4 §1.5, §4.4.1). */
export function PanelForm(props: PanelFormProps) {
  const {
    label,
    means,
    confirm,
    people,
    typedFrom = Number.POSITIVE_INFINITY,
    isReady = true,
    fault,
    mayGo,
    send,
    children,
  } = props
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { close, onChange } = useCloseOrAsk(props.onCancel)
  const [number, setNumber] = useState('')
  /** Those of several whom it was refused for, with the reason; the others are done and aren't tried again. */
  const [refused, setRefused] = useState<ReadonlyMap<number, string> | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // Where the form stands may be out of sight: whoever opened it is led there, by its first field.
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('[data-autofocus]')
    first?.focus({ preventScroll: true })
    form.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  const left = refused === null ? people : people.filter(({ id }) => refused.has(id))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = fault?.() ?? typedFault(people.length, number, typedFrom)
    if (wrong !== null) return setProblem(wrong)
    if (mayGo && !(await mayGo())) return
    setBusy(true)
    setProblem(null)
    const reasons = new Map<number, string>()
    for (const person of left) {
      try {
        await send(person)
      } catch (error) {
        reasons.set(person.id, refusalOf(error))
      }
    }
    setBusy(false)
    if (reasons.size === 0) return props.onDone()
    if (people.length === 1) return setProblem([...reasons.values()].join(' '))
    setRefused(reasons)
    setProblem(TEXT.doneOf(people.length - reasons.size, people.length))
  }
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={label}
      onChange={onChange}
      onKeyDown={(event) => {
        // The form alone closes, not the panel that it stands in.
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        void close()
      }}
      onSubmit={(event) => void submit(event)}
    >
      {means === undefined ? null : <p>{means}</p>}
      {children}
      <TypedNumber count={people.length} from={typedFrom} value={number} onChange={setNumber} />
      <Problem>{problem}</Problem>
      {refused === null || people.length === 1 ? null : (
        <ul className={styles.plain} aria-label={TEXT.refusedList}>
          {left.map(({ id, name }) => (
            <li key={id}>{TEXT.refusedFor(name, refused.get(id) ?? '')}</li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button size="xs" variant="default" onClick={() => void close()}>
          {TEXT.cancel}
        </Button>
        <Button size="xs" type="submit" loading={isBusy} disabled={!isReady}>
          {refused === null ? confirm : TEXT.again(left.length)}
        </Button>
      </div>
    </form>
  )
}
