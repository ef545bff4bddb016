import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type CoachingSession, finishCoaching, saveCoaching } from '#shared/contract/coaching.ts'
import { qcPeople, qcReviews } from '#shared/contract/qc.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Quality.module.css'
import { REVIEW_TEXT, QUALITY_TEXT as TEXT } from './text.ts'
import { QUALITY_KEY } from './use-quality-news.ts'
import { dayText, scoreText } from './words.ts'

const DAY_MS = 86_400_000
const QUARTER_MS = 900_000
const MINUTES = [15, 30, 45, 60]

/** Plans a session from somebody's reviews. */
export function PlanCoaching({ onDone }: { onDone: () => void }) {
  const { api, notices, now } = useServices()
  const client = useQueryClient()
  const people = useQuery({
    queryKey: [QUALITY_KEY, 'people'],
    queryFn: ({ signal }) => api.call(qcPeople, {}, { quiet: true, signal }),
  })
  const [userID, setUser] = useState(0)
  const name = people.data?.people.find(({ id }) => id === userID)?.name ?? ''
  const reviews = useQuery({
    queryKey: [QUALITY_KEY, 'reviews-of', name],
    queryFn: ({ signal }) =>
      api.call(
        qcReviews,
        { pageSize: 10, filters: [{ field: 'displayName', operator: 'IS', values: [name] }] },
        { quiet: true, signal },
      ),
    enabled: name !== '',
  })
  const [start, setStart] = useState(() =>
    londonField(Math.ceil((now() + DAY_MS) / QUARTER_MS) * QUARTER_MS).slice(0, 16),
  )
  const [minutes, setMinutes] = useState(30)
  const [topics, setTopics] = useState('')
  const [reviewIDs, setReviews] = useState<readonly number[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const at = new Date(momentOfField(start)).toISOString()
      await api.call(
        saveCoaching,
        { userID, start: at, minutes, topics, reviewIDs: [...reviewIDs] },
        { quiet: true },
      )
      notices.show('success', TEXT.planned)
      onDone()
      await client.invalidateQueries({ queryKey: [QUALITY_KEY] })
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} aria-label={TEXT.newCoaching} onSubmit={(event) => void submit(event)}>
      <h3>{TEXT.newCoaching}</h3>
      <div className={styles.fields}>
        <NativeSelect
          label={TEXT.person}
          value={String(userID)}
          data={[
            { value: '0', label: TEXT.choose, disabled: true },
            ...(people.data?.people ?? []).map((one) => ({ value: String(one.id), label: one.name })),
          ]}
          onChange={(event) => {
            setUser(Number(event.currentTarget.value))
            setReviews([])
          }}
        />
        <TextInput
          type="datetime-local"
          label={TEXT.start}
          required
          value={start}
          onChange={(event) => setStart(event.currentTarget.value)}
        />
        <NativeSelect
          label={TEXT.minutes}
          value={String(minutes)}
          data={MINUTES.map(String)}
          onChange={(event) => setMinutes(Number(event.currentTarget.value))}
        />
      </div>
      <TextInput
        label={TEXT.topics}
        required
        minLength={3}
        maxLength={1000}
        value={topics}
        onChange={(event) => setTopics(event.currentTarget.value)}
      />
      {(reviews.data?.rows.length ?? 0) === 0 ? null : (
        <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
          <legend className={styles.quiet}>{TEXT.aboutReviews}</legend>
          {reviews.data?.rows
            .filter(({ state }) => state !== 'IN_PROGRESS' && state !== 'VOID')
            .map((row) => (
              <Checkbox
                key={row.id}
                mt={6}
                label={`${row.at ? dayText(row.at) : ''}, ${row.project}, ${scoreText(row.score ?? null)}`}
                checked={reviewIDs.includes(row.id)}
                onChange={(event) =>
                  setReviews(
                    event.currentTarget.checked
                      ? [...reviewIDs, row.id]
                      : reviewIDs.filter((id) => id !== row.id),
                  )
                }
              />
            ))}
        </fieldset>
      )}
      <Problem>{problem}</Problem>
      <div className={styles.buttons}>
        <Button variant="default" onClick={onDone}>
          {REVIEW_TEXT.cancel}
        </Button>
        <Button type="submit" disabled={userID === 0} loading={isBusy}>
          {TEXT.plan}
        </Button>
      </div>
    </form>
  )
}

interface Action {
  readonly key: number
  readonly text: string
  readonly due: string
}

/** What was said and agreed: the session is held with it. */
export function WriteCoaching({ session, onDone }: { session: CoachingSession; onDone: () => void }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [discussion, setDiscussion] = useState('')
  const [actions, setActions] = useState<readonly Action[]>([{ key: 0, text: '', due: '' }])
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const set = (key: number, more: Partial<Action>) =>
    setActions(actions.map((action) => (action.key === key ? { ...action, ...more } : action)))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const agreed = actions
        .filter(({ text }) => text.trim() !== '')
        .map(({ text, due }) => ({ text, due: due === '' ? null : due }))
      const { id, version } = session
      await api.call(finishCoaching, { id, version, discussion, actions: agreed }, { quiet: true })
      notices.show('success', TEXT.heldDone)
      onDone()
      await client.invalidateQueries({ queryKey: [QUALITY_KEY] })
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} aria-label={TEXT.discussion} onSubmit={(event) => void submit(event)}>
      <Textarea
        label={TEXT.discussion}
        required
        minLength={3}
        maxLength={4000}
        autosize
        minRows={3}
        autoFocus
        value={discussion}
        onChange={(event) => setDiscussion(event.currentTarget.value)}
      />
      {actions.map(({ key, text, due }) => (
        <div key={key} className={styles.fields}>
          <TextInput
            label={TEXT.actionText}
            maxLength={500}
            value={text}
            onChange={(event) => set(key, { text: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label={TEXT.actionDue}
            max="9999-12-31"
            value={due}
            onChange={(event) => set(key, { due: event.currentTarget.value })}
          />
        </div>
      ))}
      <div>
        <Button
          size="compact-sm"
          variant="default"
          disabled={actions.length >= 20}
          onClick={() => setActions([...actions, { key: (actions.at(-1)?.key ?? 0) + 1, text: '', due: '' }])}
        >
          {TEXT.addAction}
        </Button>
      </div>
      <Problem>{problem}</Problem>
      <div className={styles.buttons}>
        <Button type="submit" loading={isBusy}>
          {TEXT.heldSave}
        </Button>
      </div>
    </form>
  )
}
