import { Button } from '@mantine/core'
import { IconPhoneIncoming, IconPhoneOff, IconPhoneOutgoing } from '@tabler/icons-react'
import type { CallEntry } from '#shared/contract/calls.ts'
import { callLength } from '#shared/domain/calls.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './CallScreen.module.css'
import { TEXT } from './text.ts'
import { useCallHistory } from './use-calls.ts'

const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit' },
})
const ICONS = { OUT: IconPhoneOutgoing, IN: IconPhoneIncoming } as const

/** What came of the person's calls, with the way back to whoever it was. */
export function CallList({ term }: { term: string }) {
  const history = useCallHistory(term)
  const { data, error, refetch } = history
  const missed = data?.pages[0]?.missed ?? 0
  const calls = data?.pages.flatMap((page) => page.calls) ?? []
  return (
    <section className={styles.part} aria-label={TEXT.recent}>
      <div className={styles.partHead}>
        <h3>
          {TEXT.recent}
          {missed > 0 ? (
            <span className={styles.count}>
              {missed}
              <span className="visually-hidden"> {TEXT.missedCount(missed)}</span>
            </span>
          ) : null}
        </h3>
        {missed > 0 ? (
          <Button
            size="compact-sm"
            variant="subtle"
            loading={history.isMarking}
            onClick={() => history.markSeen()}
          >
            {TEXT.seen}
          </Button>
        ) : null}
      </div>
      <div className={styles.list}>
        {error && !data ? (
          <LoadFailure title={TEXT.callsFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
        ) : !data ? (
          <div className={styles.wait} role="status" aria-label={TEXT.recent}>
            <Skeleton width="100%" height={52} />
            <Skeleton width="100%" height={52} />
            <Skeleton width="100%" height={52} />
          </div>
        ) : calls.length === 0 ? (
          <EmptyState
            icon={<IconPhoneOff size={26} stroke={1.6} />}
            title={term === '' ? TEXT.noCalls : TEXT.noneFound}
          />
        ) : (
          <ul className={styles.rows}>
            {calls.map((entry) => (
              <CallRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
        {history.hasNextPage ? (
          <Button
            variant="subtle"
            loading={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {TEXT.more}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

/** What came of it, as its person puts it: who called and got nobody didn't miss it. */
function outcomeWords({ direction, outcome }: CallEntry): string {
  if (outcome === null) return TEXT.ringing
  return direction === 'OUT' && outcome === 'MISSED' ? TEXT.noAnswer : TEXT.outcome[outcome]
}

function CallRow({ entry }: { entry: CallEntry }) {
  const { calls } = useLive()
  const { direction, people, started, answered, outcome, length, isSeen } = entry
  const [first] = people
  const names = people.map(({ name }) => name).join(', ') || TEXT.nameless
  const isMissed = direction === 'IN' && outcome === 'MISSED'
  const isOver = outcome !== null && (answered === null || length !== null)
  const Icon = ICONS[direction]
  const lasted = length === null ? (answered === null ? '' : TEXT.goesOn) : callLength(length * 1000)
  const back = direction === 'IN' ? TEXT.callBack : TEXT.callAgain
  return (
    <li data-missed={isMissed} data-new={isMissed && !isSeen}>
      <PersonAvatar userID={first?.userID ?? 0} name={names} size={36} />
      <span className={styles.words}>
        <strong title={names}>{names}</strong>
        <span className={styles.what}>
          <Icon size={14} stroke={2} aria-hidden="true" />
          {[TEXT.direction[direction], outcomeWords(entry), lasted].filter((part) => part !== '').join(' · ')}
        </span>
      </span>
      <time dateTime={started}>{WHEN.format(Date.parse(started))}</time>
      <Button
        size="compact-sm"
        variant="light"
        disabled={!isOver || people.length === 0}
        aria-label={direction === 'IN' ? TEXT.callBackTo(names) : TEXT.callAgainTo(names)}
        onClick={() => void calls.start(people.map(({ userID, name }) => ({ id: userID, name })))}
      >
        {back}
      </Button>
    </li>
  )
}
