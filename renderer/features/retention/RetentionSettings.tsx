import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { holdable, type LegalHold, legalHolds, liftHold, placeHold } from '#shared/contract/retention.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Retention.module.css'
import { type ChangedAge, RetentionPreview } from './RetentionPreview.tsx'
import { TEXT } from './text.ts'

const KEY = ['legal-holds'] as const

/** What changed ages would take the next night, before they are saved; and the legal holds (spec 5 §6.8). */
export function RetentionSettings({ changed }: { readonly changed: readonly ChangedAge[] }) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(legalHolds, undefined, { quiet: true, signal }),
  })
  return (
    <div className={styles.parts}>
      <RetentionPreview changed={changed} />
      {data ? <Holds holds={data.holds} /> : null}
      {!data && error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={80} />
        </div>
      ) : null}
    </div>
  )
}

function Holds({ holds }: { readonly holds: readonly LegalHold[] }) {
  const { api, notices, prompts } = useServices()
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: [...KEY] })
  const lift = async ({ id, name }: LegalHold) => {
    const question = { title: TEXT.liftTitle, text: TEXT.liftText(name), yes: TEXT.lift, no: TEXT.liftNo }
    if (!(await prompts.ask(question))) return
    try {
      await api.call(liftHold, { id }, { quiet: true })
      notices.show('success', TEXT.lifted)
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    await reload()
  }
  return (
    <section aria-labelledby="legal-holds" className={styles.holds}>
      <h3 id="legal-holds">{TEXT.holds}</h3>
      <p className={styles.quiet}>{holds.length === 0 ? TEXT.noHolds : TEXT.holdsLead}</p>
      <ul className={styles.lines}>
        {holds.map((hold) => (
          <li key={hold.id} className={styles.line}>
            <b>{hold.name}</b>
            <span>
              {hold.reason} <span className={styles.quiet}>{TEXT.by(hold.placedBy)}</span>
            </span>
            <Button size="compact-sm" variant="default" onClick={() => void lift(hold)}>
              {TEXT.lift}
            </Button>
          </li>
        ))}
      </ul>
      <Place onPlaced={() => void reload()} />
    </section>
  )
}

function Place({ onPlaced }: { readonly onPlaced: () => void }) {
  const { api, notices } = useServices()
  const [term, setTerm] = useState('')
  const [chosen, setChosen] = useState('')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: ['holdable', term],
    queryFn: ({ signal }) => api.call(holdable, { term }, { quiet: true, signal }),
    enabled: term.trim().length > 1,
  })
  const found = [
    ...(data?.people ?? []).map(({ id, name }) => ({ value: `person ${id}`, label: name })),
    ...(data?.projects ?? []).map(({ id, name }) => ({ value: `project ${id}`, label: name })),
  ]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    const [kind, id] = chosen.split(' ')
    try {
      const on = kind === 'person' ? { personID: Number(id) } : { projectID: Number(id) }
      await api.call(placeHold, { ...on, reason }, { quiet: true })
      notices.show('success', TEXT.placed)
      setTerm('')
      setChosen('')
      setReason('')
      onPlaced()
    } catch (error) {
      setProblem(refusalOf(error))
    }
  }
  return (
    <form className={styles.change} onSubmit={(event) => void submit(event)}>
      <TextInput
        size="xs"
        label={TEXT.find}
        placeholder={TEXT.findHint}
        value={term}
        onChange={(event) => {
          setTerm(event.currentTarget.value)
          setChosen('')
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={TEXT.find}
        disabled={found.length === 0}
        value={chosen}
        data={[{ value: '', label: TEXT.choose }, ...found]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        label={TEXT.reason}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" disabled={chosen === '' || reason.trim() === ''}>
        {TEXT.place}
      </Button>
      <Problem>{problem}</Problem>
    </form>
  )
}
