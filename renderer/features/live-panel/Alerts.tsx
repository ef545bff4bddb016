import { Button, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import { ALERT_NOTE_MAX } from '#shared/domain/live-alerts.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Problem } from '../../ui/Problem.tsx'
import type { LiveAlert } from './alerts.ts'
import { timeOf } from './columns.ts'
import { usePerson } from './LiveGrid.tsx'
import styles from './LivePanel.module.css'
import type { LivePeople } from './live-people.ts'
import { ALERT_TEXT as TEXT } from './text.ts'
import type { AlertsNow } from './use-alerts.ts'

const AlertRules = lazyCode(async () => (await import('./AlertRules.tsx')).AlertRules)

interface AlertsProps {
  readonly people: LivePeople
  readonly now: AlertsNow
  /** What the rows are filtered by now, for a rule about just these. */
  readonly filters: Parameters<typeof AlertRules>[0]['filters']
  readonly onOpen: (userID: number) => void
}

/** Who is to be looked at, why and since when; 'Seen' quiets it, and others read who is on it (spec 4 §4.4.1). */
export function Alerts({ people, now, filters, onOpen }: AlertsProps) {
  const { alerts, seenAt } = now
  const [isEditing, setEditing] = useState(false)
  const loud = alerts.filter((alert) => seenAt(alert) === null)
  const seen = alerts.filter((alert) => seenAt(alert) !== null)
  return (
    <section className={styles.alerts} aria-label={TEXT.title}>
      <header>
        <h3>{TEXT.title}</h3>
        <Button size="compact-xs" variant="default" onClick={() => setEditing(true)}>
          {TEXT.rules}
        </Button>
      </header>
      {alerts.length === 0 ? <p>{TEXT.none}</p> : null}
      <ul>
        {[...loud, ...seen].map((alert) => (
          <One
            key={alert.id}
            people={people}
            alert={alert}
            seenAt={seenAt(alert)}
            onSee={(note) => now.see(alert, note)}
            onOpen={() => onOpen(alert.userID)}
          />
        ))}
      </ul>
      {isEditing ? (
        <Suspense fallback={null}>
          <AlertRules
            rules={now.rules}
            people={people}
            filters={filters}
            onSave={now.save}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

interface OneProps {
  readonly people: LivePeople
  readonly alert: LiveAlert
  readonly seenAt: number | null
  readonly onSee: (note: string) => Promise<void>
  readonly onOpen: () => void
}

function One({ people, alert, seenAt, onSee, onOpen }: OneProps) {
  const person = usePerson(people, alert.userID)
  const [isAsking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const iso = (at: number) => new Date(at).toISOString()
  const see = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await onSee(note.trim())
      setAsking(false)
    } catch (error) {
      setProblem(reasonOf(error))
    }
    setBusy(false)
  }
  return (
    <li data-seen={seenAt !== null || undefined}>
      <button type="button" className={styles.alertName} onClick={onOpen}>
        {alert.name}
      </button>
      <span>
        {alert.rule.name}, {TEXT.since(timeOf(iso(alert.since)))}
      </span>
      <small>
        {[
          seenAt === null ? null : TEXT.seenAt(timeOf(iso(seenAt))),
          ...(person?.live.onIt ?? []).map(({ by, note: said }) => TEXT.onIt(by, said)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
      {seenAt !== null ? null : isAsking ? (
        <form
          className={styles.alertForm}
          onSubmit={(event) => {
            event.preventDefault()
            void see()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            setAsking(false)
          }}
        >
          <TextInput
            size="xs"
            data-autofocus
            ref={(field) => field?.focus()}
            aria-label={TEXT.note}
            placeholder={TEXT.note}
            value={note}
            maxLength={ALERT_NOTE_MAX}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Button size="compact-sm" type="submit" loading={isBusy}>
            {TEXT.see}
          </Button>
        </form>
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={TEXT.seeOf(alert.name)}
          onClick={() => setAsking(true)}
        >
          {TEXT.see}
        </Button>
      )}
      <Problem>{problem}</Problem>
    </li>
  )
}
