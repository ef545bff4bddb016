import { UNKNOWN } from '#shared/contract/live-panel.ts'
import { PRESENCE_LOOKS, readPresence } from '#shared/domain/presence.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './HoverCard.module.css'
import { PersonActions } from './PersonActions.tsx'
import { STAT_LABELS, HOVER_CARD_TEXT as TEXT } from './text.ts'
import { type LookedUp, useUserStats } from './use-user-stats.ts'

interface CardContentProps {
  readonly userID: number
  readonly name: string
  /** The person went elsewhere from here. */
  readonly onDone: () => void
}

/** A status of the wire as people read it: 'In a call' for 'IN_CALL', 'Offline' for 'OFFLINE'. */
function words(status: string): string {
  const presence = readPresence(status)
  if (presence) return PRESENCE_LOOKS[presence].label
  return status === UNKNOWN ? status : status.charAt(0) + status.slice(1).toLowerCase().replaceAll('_', ' ')
}

/** Who somebody is, what they do just now, and what can be done about them. */
export function CardContent({ userID, name, onDone }: CardContentProps) {
  const lookedUp = useUserStats(userID)
  const { stats } = lookedUp
  return (
    <>
      <div className={styles.head}>
        <PersonAvatar userID={userID} name={name} size={40} status={readPresence(stats.wurkforceStatus)} />
        <span>
          <strong>{name}</strong>
          <span>{lookedUp.state === 'loading' ? null : words(stats.wurkforceStatus)}</span>
        </span>
      </div>
      <UserStatsList lookedUp={lookedUp} />
      <PersonActions userID={userID} name={name} loaded={lookedUp.state === 'loaded'} onDone={onDone} />
    </>
  )
}

/** What is known of somebody; 'UNKNOWN' where a lookup failed (spec 3 §8). */
export function UserStatsList({ lookedUp: { stats, state } }: { lookedUp: LookedUp }) {
  const isLoading = state === 'loading'
  return (
    <dl className={styles.stats} aria-busy={isLoading}>
      {STAT_LABELS.map(([key, label]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd data-unknown={stats[key] === UNKNOWN}>
            {isLoading ? <Skeleton width={90} height={12} /> : stats[key]}
          </dd>
        </div>
      ))}
      {stats.openTickets > 0 ? (
        <div>
          <dt>{TEXT.openTickets}</dt>
          <dd>{stats.openTickets}</dd>
        </div>
      ) : null}
    </dl>
  )
}
