import './mantine-styles.ts'
import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { cheerQuest, endQuest, listQuests, type TeamQuest } from '#shared/contract/gamification.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { CHEER_MAX, isLowerBetter, QUEST_MEASURES } from '#shared/domain/quests.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useLive } from '../../services/live.tsx'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { QuestForm } from './QuestForm.tsx'
import styles from './Quests.module.css'
import { TEXT } from './text.ts'

const KEY = ['quests'] as const
const DAY_MS = 86_400_000
const REASON_MIN = 3
const STATES = ['RUNNING', 'PLANNED', 'ENDED'] as const
const DAY = dateFormat({ day: 'numeric', month: 'short', timeZone: LONDON })

/** Quests for the supervisor's people, as the page and the dialog show them (spec 4 §4.4.9). */
export function Quests() {
  const { api } = useServices()
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  const [isStarting, setStarting] = useState(false)
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(listQuests, undefined, { quiet: true, signal }),
  })
  const again = () => void client.invalidateQueries({ queryKey: KEY })
  useEffect(
    () =>
      workingDayNews.onChange((news) => {
        if (news === null || news.entity === 'QUEST') void client.invalidateQueries({ queryKey: KEY })
      }),
    [workingDayNews, client],
  )
  const { data } = query
  if (!data)
    return query.isError ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={160} />
      </div>
    )
  const start = (
    <Button onClick={() => setStarting(true)} disabled={data.people.length === 0}>
      {TEXT.start}
    </Button>
  )
  return (
    <>
      {data.quests.length === 0 ? (
        <EmptyState icon={<IconFlag size={28} stroke={1.5} />} title={TEXT.empty}>
          {start}
        </EmptyState>
      ) : (
        <>
          <div className={styles.head}>{start}</div>
          {STATES.map((state) => {
            const quests = data.quests.filter((quest) => quest.state === state)
            return (
              <section key={state} className={styles.section} aria-label={TEXT.states[state]}>
                <h3>{TEXT.states[state]}</h3>
                {quests.length === 0 ? (
                  <p>{TEXT.none[state]}</p>
                ) : (
                  <ul className={styles.cards}>
                    {quests.map((quest) => (
                      <Quest key={quest.id} quest={quest} onDone={again} />
                    ))}
                  </ul>
                )}
              </section>
            )
          })}
        </>
      )}
      {isStarting ? (
        <Modal
          opened
          onClose={() => setStarting(false)}
          title={TEXT.start}
          centered
          size={560}
          closeOnClickOutside={false}
        >
          <QuestForm
            people={data.people}
            onClose={() => setStarting(false)}
            onDone={() => {
              setStarting(false)
              again()
            }}
          />
        </Modal>
      ) : null}
    </>
  )
}

/** When it ends or began, in words. */
function whenOf(quest: TeamQuest, now: number): string {
  if (quest.state === 'PLANNED') return TEXT.begins(DAY.format(Date.parse(quest.from)))
  if (quest.endedAt !== null) return TEXT.ended(DAY.format(Date.parse(quest.endedAt)))
  return TEXT.daysLeft(Math.ceil((Date.parse(quest.to) - now) / DAY_MS) - 1)
}

function Quest({ quest, onDone }: { readonly quest: TeamQuest; readonly onDone: () => void }) {
  const { now } = useServices()
  const [ask, setAsk] = useState<'END' | 'CHEER' | null>(null)
  const { name, icon, message, measure, aim, minQcScore, rewardXP, people, others, by } = quest
  return (
    <li className={styles.card}>
      <header>
        <span aria-hidden="true">{icon}</span>
        <strong>{name}</strong>
        <span className={styles.quiet}>{TEXT.xp(rewardXP)}</span>
      </header>
      <p>{message}</p>
      <p className={styles.quiet}>
        {[
          TEXT.goal(QUEST_MEASURES[measure], numberText(aim), isLowerBetter(measure)),
          minQcScore === null ? '' : TEXT.withQc(minQcScore),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <p className={styles.quiet}>
        {[whenOf(quest, now()), by === null ? '' : TEXT.by(by), quest.endReason].filter(Boolean).join(' · ')}
      </p>
      <p>{TEXT.counts(quest.offered, quest.active, quest.completed, quest.declined)}</p>
      {people.length > 0 ? (
        <ul className={styles.people} aria-label={TEXT.progress(name)}>
          {people.map((person) => (
            <li key={person.userID}>
              <span>{person.name}</span>
              <span className={styles.quiet}>
                {person.value === null ? '–' : numberText(person.value)}
                {person.isReached ? ` · ${TEXT.isReached}` : ''}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {others.count > 0 ? <p className={styles.quiet}>{TEXT.others(others.count, others.reached)}</p> : null}
      {quest.state === 'ENDED' ? null : (
        <div className={styles.buttons}>
          <Button size="xs" variant="default" disabled={quest.active === 0} onClick={() => setAsk('CHEER')}>
            {TEXT.cheer}
          </Button>
          <Button size="xs" variant="default" onClick={() => setAsk('END')}>
            {TEXT.end}
          </Button>
        </div>
      )}
      {ask === 'END' ? <EndQuest {...{ quest, onDone }} onClose={() => setAsk(null)} /> : null}
      {ask === 'CHEER' ? <Cheer {...{ quest, onDone }} onClose={() => setAsk(null)} /> : null}
    </li>
  )
}

interface AskProps {
  readonly quest: TeamQuest
  readonly onClose: () => void
  readonly onDone: () => void
}

function Ask({
  title,
  action,
  isReady,
  isGrave = false,
  run,
  onClose,
  children,
}: {
  readonly title: string
  readonly action: string
  readonly isReady: boolean
  readonly isGrave?: boolean
  readonly run: () => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { close, onChange } = useCloseOrAsk(onClose)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await run()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={() => void close()} title={title} centered size={460} closeOnClickOutside={false}>
      <form className={styles.form} onChange={onChange} onSubmit={(event) => void submit(event)}>
        {children}
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={() => void close()}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady} {...(isGrave && { color: 'red' })}>
            {action}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

function EndQuest({ quest, onClose, onDone }: AskProps) {
  const { api, notices } = useServices()
  const [reason, setReason] = useState('')
  return (
    <Ask
      title={TEXT.endOf(quest.name)}
      action={TEXT.end}
      isGrave
      isReady={reason.trim().length >= REASON_MIN}
      onClose={onClose}
      run={async () => {
        await api.call(endQuest, { id: quest.id, reason }, { quiet: true })
        notices.show('success', TEXT.endDone)
        onClose()
        onDone()
      }}
    >
      <p>{TEXT.endText}</p>
      <Textarea
        data-autofocus
        required
        autosize
        minRows={2}
        label={TEXT.why}
        maxLength={1000}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </Ask>
  )
}

function Cheer({ quest, onClose, onDone }: AskProps) {
  const { api, notices } = useServices()
  const [icon, setIcon] = useState('👏')
  const [message, setMessage] = useState('')
  return (
    <Ask
      title={TEXT.cheerOf(quest.name)}
      action={TEXT.cheerSend}
      isReady={icon.trim() !== '' && message.trim() !== ''}
      onClose={onClose}
      run={async () => {
        await api.call(cheerQuest, { id: quest.id, icon, message }, { quiet: true })
        notices.show('success', TEXT.cheered)
        onClose()
        onDone()
      }}
    >
      <TextInput
        required
        label={TEXT.icon}
        maxLength={16}
        value={icon}
        onChange={({ currentTarget }) => setIcon(currentTarget.value)}
      />
      <TextInput
        data-autofocus
        required
        label={TEXT.cheerText}
        maxLength={CHEER_MAX}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
    </Ask>
  )
}
