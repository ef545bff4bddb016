import './mantine-styles.ts'
import { Button, Textarea } from '@mantine/core'
import { IconTrendingUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  acknowledgeTraining,
  commentPip,
  type DevelopmentRecords,
  developmentRecords,
  type OwnPip,
  PIP_COMMENT_MAX,
} from '#shared/contract/development.ts'
import { acknowledgeNote, replyToNote } from '#shared/contract/file-notes.ts'
import { answerPip, appealPip } from '#shared/contract/pips.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { FILE_NOTE_LENGTH } from '#shared/domain/file-notes.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { isPipRunning } from '#shared/domain/pips.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { PageTabs } from '../../ui/PageTabs.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { MeasureRows } from '../plan-measures/index.ts'
import styles from './Development.module.css'
import { ToSign } from './ToSign.tsx'
import { TrainingSessions } from './TrainingSessions.tsx'
import { TEXT } from './text.ts'

const KEY = ['my-development-records'] as const
const TABS = {
  overview: null,
  coaching: 'ITRACKER_CAN_SEE_COACHING',
  improvement: 'ITRACKER_CAN_SEE_PIPS',
  notes: 'ITRACKER_CAN_SEE_FILE_NOTES',
  training: 'ITRACKER_CAN_SEE_TRAINING',
  skills: null,
  checklist: null,
} as const satisfies Record<string, PermissionName | null>
type Tab = keyof typeof TABS
const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const WHEN = dateFormat({
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const dayText = (day: string) => DAY.format(Date.parse(`${day}T00:00:00Z`))
const whenText = (at: string) => WHEN.format(Date.parse(at))
const Overview = lazyCode(async () => (await import('../attendance/index.ts')).Development)
const Checklist = lazyCode(async () => (await import('../checklist/index.ts')).Checklist)
const MyCoaching = lazyCode(async () => (await import('../quality/index.ts')).MyCoaching)

/** Tracker › My development (spec 4 §4.2.6): each part for who may see it. */
export function DevelopmentScreen() {
  const [address] = useSearchParams()
  const permissions = useSession((session) => session.permissions)
  const tabs = (Object.keys(TABS) as Tab[]).filter((tab) => {
    const permission = TABS[tab]
    return permission === null || permissions.can(permission)
  })
  const tab = tabs.find((one) => one === address.get('tab')) ?? 'overview'
  return (
    <PageTabs label={TEXT.title} tabs={tabs} current={tab} words={TEXT.tabs}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.page} tabIndex={0} aria-label={TEXT.tabs[tab]}>
        <h2 className="visually-hidden">{TEXT.title}</h2>
        {tab === 'overview' ? (
          <>
            <ToSign dayText={dayText} />
            <Overview />
          </>
        ) : tab === 'checklist' ? (
          <Checklist />
        ) : (
          <Records tab={tab} />
        )}
      </section>
    </PageTabs>
  )
}

function Records({ tab }: { readonly tab: Exclude<Tab, 'overview' | 'checklist'> }) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(developmentRecords, {}, { quiet: true, signal }),
  })
  if (!data)
    return error ? (
      <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={160} />
      </div>
    )
  switch (tab) {
    case 'coaching':
      return (data.coaching ?? []).length === 0 ? <Empty tab={tab} /> : <MyCoaching />
    case 'improvement':
      return (
        <Rows tab={tab} rows={data.pips}>
          {(pip) => <Pip key={pip.id} pip={pip} />}
        </Rows>
      )
    case 'notes':
      return (
        <Rows tab={tab} rows={data.fileNotes}>
          {(note) => <Note key={note.id} note={note} />}
        </Rows>
      )
    case 'training':
      return (
        <>
          <Rows
            tab={tab}
            rows={data.training}
            head={TEXT.toAcknowledge(data.training?.filter((one) => one.acknowledgedAt === null).length ?? 0)}
          >
            {(record) => <Training key={record.id} record={record} />}
          </Rows>
          <TrainingSessions />
        </>
      )
    case 'skills':
      return (
        <Rows tab={tab} rows={data.skills}>
          {({ name, level, expires, isExpired }) => (
            <li key={name} className={styles.card}>
              <strong>{name}</strong>
              <span className={styles.quiet}>
                {[
                  TEXT.levels[level] ?? level,
                  isExpired ? TEXT.expired : '',
                  expires === null || isExpired ? '' : TEXT.validUntil(dayText(expires)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          )}
        </Rows>
      )
  }
}

const Empty = ({ tab }: { readonly tab: keyof typeof TEXT.empty }) => (
  <EmptyState icon={<IconTrendingUp size={28} stroke={1.5} />} title={TEXT.empty[tab]} />
)

function Rows<T>({
  tab,
  rows,
  head = '',
  children,
}: {
  readonly tab: keyof typeof TEXT.empty
  readonly rows: readonly T[] | null
  /** What stands above them. */
  readonly head?: string
  readonly children: (row: T) => ReactNode
}) {
  if (rows === null || rows.length === 0) return <Empty tab={tab} />
  return (
    <>
      {head === '' ? null : <p className={styles.quiet}>{head}</p>}
      <ul className={styles.list} aria-label={TEXT.tabs[tab]}>
        {rows.map((row) => children(row))}
      </ul>
    </>
  )
}

/** Something that is written once, where it is asked for. */
function Write({
  label,
  hint,
  max,
  send,
  onClose,
}: {
  readonly label: string
  readonly hint?: string
  readonly max: number
  readonly send: (text: string) => Promise<unknown>
  readonly onClose: () => void
}) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      await send(text)
      onClose()
      await client.invalidateQueries({ queryKey: KEY })
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Textarea
        autosize
        minRows={2}
        required
        label={label}
        {...(hint !== undefined && { description: hint })}
        maxLength={max}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <div className={styles.buttons}>
        <Button size="xs" variant="default" onClick={onClose}>
          {TEXT.cancel}
        </Button>
        <Button size="xs" type="submit" loading={isBusy} disabled={text.trim().length < FILE_NOTE_LENGTH.min}>
          {TEXT.send}
        </Button>
      </div>
    </form>
  )
}

/** Says that something was read or is so, and reads again what waits. */
function useAcknowledging(call: () => Promise<unknown>): () => void {
  const { notices } = useServices()
  const client = useQueryClient()
  return () =>
    void call()
      .catch((error: unknown) => notices.show('error', refusalOf(error)))
      .then(() => client.invalidateQueries({ queryKey: KEY }))
}

function Training({ record }: { readonly record: NonNullable<DevelopmentRecords['training']>[number] }) {
  const { api } = useServices()
  const { id, type, day, result, score, expires, trainer, acknowledgedAt } = record
  const acknowledge = useAcknowledging(() => api.call(acknowledgeTraining, { id }, { quiet: true }))
  return (
    <li className={styles.card}>
      <strong>{type}</strong>
      <span className={styles.quiet}>
        {[
          dayText(day),
          TEXT.results[result],
          score === null ? '' : TEXT.score(score),
          trainer === null ? '' : TEXT.by(trainer),
          expires === null ? '' : TEXT.validUntil(dayText(expires)),
          acknowledgedAt === null ? '' : TEXT.acknowledgedAt(whenText(acknowledgedAt)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {acknowledgedAt === null ? (
        <div className={styles.buttons}>
          <Button size="xs" variant="default" aria-label={TEXT.acknowledgeOf(type)} onClick={acknowledge}>
            {TEXT.acknowledge}
          </Button>
        </div>
      ) : null}
    </li>
  )
}

function Note({ note }: { readonly note: NonNullable<DevelopmentRecords['fileNotes']>[number] }) {
  const { api } = useServices()
  const [isReplying, setReplying] = useState(false)
  const { id, by, at, kind, text, acknowledgedAt, reply } = note
  const acknowledge = useAcknowledging(() => api.call(acknowledgeNote, { id }, { quiet: true }))
  return (
    <li className={styles.card}>
      <header>
        <strong>{TEXT.kinds[kind]}</strong>
        <span className={styles.quiet}>
          {[whenText(at), by === null ? '' : TEXT.by(by)].filter(Boolean).join(' · ')}
        </span>
      </header>
      <p className={styles.text}>{text}</p>
      {reply === '' ? null : <p>{TEXT.replyOf(reply)}</p>}
      {acknowledgedAt === null ? null : (
        <span className={styles.quiet}>{TEXT.readAt(whenText(acknowledgedAt))}</span>
      )}
      {isReplying ? (
        <Write
          label={TEXT.replyLabel}
          hint={TEXT.replyHint}
          max={FILE_NOTE_LENGTH.max}
          send={(words) => api.call(replyToNote, { id, text: words }, { quiet: true })}
          onClose={() => setReplying(false)}
        />
      ) : (
        <div className={styles.buttons}>
          {acknowledgedAt === null ? (
            <Button size="xs" variant="default" onClick={acknowledge}>
              {TEXT.read}
            </Button>
          ) : null}
          {reply === '' ? (
            <Button size="xs" variant="default" onClick={() => setReplying(true)}>
              {TEXT.reply}
            </Button>
          ) : null}
        </div>
      )}
    </li>
  )
}

/** What the person says of a plan as a whole. */
interface Saying {
  readonly label: string
  readonly send: (text: string) => Promise<unknown>
}

function Pip({ pip }: { readonly pip: OwnPip }) {
  const { api } = useServices()
  const [open, setOpen] = useState<number | null>(null)
  const { id: planID, owner, reason, support, start, end, daysLeft, state, measures, meetings } = pip
  const { draftComment, appealedAt } = pip
  const [saying, setSaying] = useState<Saying | null>(null)
  const answering: Saying = {
    label: TEXT.answerLabel,
    send: (comment) => api.call(answerPip, { id: planID, comment }, { quiet: true }),
  }
  const appealing: Saying = {
    label: TEXT.appealLabel,
    send: (why) => api.call(appealPip, { id: planID, reason: why }, { quiet: true }),
  }
  return (
    <li className={styles.card}>
      <header>
        <strong>{TEXT.states[state]}</strong>
        <span className={styles.quiet}>
          {[
            `${dayText(start)} – ${dayText(end)}`,
            isPipRunning(state) ? TEXT.daysLeft(daysLeft) : '',
            owner === null ? '' : TEXT.owner(owner),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </header>
      <p className={styles.text}>{reason}</p>
      {draftComment === '' ? null : <p>{TEXT.yourAnswer(draftComment)}</p>}
      {saying ? (
        <Write
          label={saying.label}
          max={PIP_COMMENT_MAX}
          send={saying.send}
          onClose={() => setSaying(null)}
        />
      ) : state === 'DRAFT' && draftComment === '' ? (
        <div className={styles.buttons}>
          <Button size="xs" variant="default" onClick={() => setSaying(answering)}>
            {TEXT.answer}
          </Button>
        </div>
      ) : state === 'FAILED' && appealedAt === null ? (
        <div className={styles.buttons}>
          <Button size="xs" variant="default" onClick={() => setSaying(appealing)}>
            {TEXT.appeal}
          </Button>
        </div>
      ) : null}
      {support === '' ? null : <p>{TEXT.support(support)}</p>}
      {measures.length === 0 ? null : (
        <table className={styles.table}>
          <caption className="visually-hidden">{TEXT.measures}</caption>
          <thead>
            <tr>
              {Object.entries(TEXT.columns).map(([key, label]) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <MeasureRows measures={measures} />
          </tbody>
        </table>
      )}
      {meetings.length === 0 ? null : <h3>{TEXT.meetings}</h3>}
      {meetings.map(({ id, at, notes, comment }) => (
        <div key={id} className={styles.form}>
          <span className={styles.quiet}>{whenText(at)}</span>
          <p className={styles.text}>{notes}</p>
          {comment === '' ? null : <p>{TEXT.yourComment(comment)}</p>}
          {open === id ? (
            <Write
              label={TEXT.commentLabel}
              max={PIP_COMMENT_MAX}
              send={(words) => api.call(commentPip, { id, comment: words }, { quiet: true })}
              onClose={() => setOpen(null)}
            />
          ) : isPipRunning(state) ? (
            <div className={styles.buttons}>
              <Button
                size="xs"
                variant="default"
                aria-label={TEXT.commentOf(whenText(at))}
                onClick={() => setOpen(id)}
              >
                {TEXT.comment}
              </Button>
            </div>
          ) : null}
        </div>
      ))}
    </li>
  )
}
