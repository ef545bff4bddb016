import { UnstyledButton } from '@mantine/core'
import { IconBell, IconMessage2, IconTicket } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useNavigate } from 'react-router-dom'
import { type DashboardCard, dashboardFrame, maySeeCard } from '#shared/domain/dashboard.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { outstandingScope } from '#shared/domain/tickets.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { usePagePath } from '../../services/page/ui-labels-context.tsx'
import { useCounters, useSignedIn } from '../../services/signed-in.tsx'
import { PartFailure } from '../../ui/failure/PartFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { useNow } from '../../ui/use-now.ts'
import { RecentActivities, ThreadListSkeleton, UnreadThreads } from '../chat/index.ts'
import { loadHardwareBadge } from '../hardware/index.ts'
import { CurrentTask } from './CurrentTask.tsx'
import styles from './DashboardScreen.module.css'
import { DeviceCard } from './DeviceCard.tsx'
import { dayGreeting } from './day-greeting.ts'
import { LevelCard } from './LevelCard.tsx'
import { TeamCard } from './TeamCard.tsx'
import { CARD_TITLES, DASHBOARD_TEXT as TEXT, TICKETS_TITLE } from './text.ts'

const HardwareBadge = lazyCode(loadHardwareBadge)
const TicketsCard = lazyCode(async () => (await import('../tickets/index.ts')).TicketsCard)

const DATE = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })

/** /dashboard: what waits for the person, at a glance, in the order of what they do (spec 4 §4.1). */
export function DashboardScreen() {
  const user = useSession((session) => session.user)
  const permissions = useSession((session) => session.permissions)
  // The greeting and the day are those of the hour.
  const present = new Date(useNow())
  const { main, side } = dashboardFrame(permissions)
  return (
    <div className={styles.screen}>
      <header className={styles.hello}>
        <div>
          <p>{DATE.format(present)}</p>
          <h2>
            {dayGreeting(present.getHours())}, {user?.displayName.split(' ')[0]}
          </h2>
          <CurrentTask />
        </div>
        <Waiting />
      </header>
      <div className={styles.main} data-count={main.length}>
        {main.map((card) => (
          <Card key={card} card={card} />
        ))}
      </div>
      <div className={styles.side}>
        {side.map((card) => (
          <Card key={card} card={card} />
        ))}
      </div>
    </div>
  )
}

/** The counts that the shell has as badges, each leading to what it counts. */
function Waiting() {
  const { dialogs } = useServices()
  const { centre } = useSignedIn()
  const navigate = useNavigate()
  const chat = usePagePath('connect.chat')
  const permissions = useSession((session) => session.permissions)
  const counts = useCounters((values) => values)
  const scope = outstandingScope(permissions)
  return (
    <ul className={styles.waiting} aria-label={TEXT.waiting}>
      {maySeeCard(permissions, 'unread') ? (
        <Count
          icon={<IconMessage2 size={18} stroke={1.8} aria-hidden="true" />}
          label={TEXT.unreadMessages}
          count={counts.unreadChat}
          onOpen={() => void navigate(chat)}
        />
      ) : null}
      <Count
        icon={<IconTicket size={18} stroke={1.8} aria-hidden="true" />}
        label={TICKETS_TITLE[scope]}
        count={counts.outstandingTickets}
        onOpen={() => dialogs.open('tickets')}
      />
      <Count
        icon={<IconBell size={18} stroke={1.8} aria-hidden="true" />}
        label={TEXT.notifications}
        count={counts.unreadNotificationCount}
        onOpen={() => centre.setOpened(true)}
      />
    </ul>
  )
}

interface CountProps {
  readonly icon: ReactNode
  readonly label: string
  readonly count: number
  readonly onOpen: () => void
}

function Count({ icon, label, count, onOpen }: CountProps) {
  return (
    <li>
      <UnstyledButton className={styles.count} data-some={count > 0} onClick={onOpen}>
        {icon}
        <strong>{count > 99 ? '99+' : count}</strong> <span>{label}</span>
      </UnstyledButton>
    </li>
  )
}

function Card({ card }: { card: DashboardCard }) {
  const scope = useSession((session) => outstandingScope(session.permissions))
  const title = card === 'tickets' ? TICKETS_TITLE[scope] : CARD_TITLES[card]
  return (
    <section className={styles.card} aria-labelledby={`dashboard-${card}`} data-card={card}>
      <div className={styles.head}>
        <h3 id={`dashboard-${card}`}>{title}</h3>
        {card === 'device' ? <Badge /> : null}
      </div>
      <Content card={card} />
    </section>
  )
}

function Content({ card }: { card: DashboardCard }) {
  const navigate = useNavigate()
  const chat = usePagePath('connect.chat')
  const openChat = () => void navigate(chat)
  switch (card) {
    case 'team':
      return <TeamCard />
    case 'level':
      return <LevelCard />
    case 'device':
      return <DeviceCard />
    case 'tickets':
      return (
        <Rows>
          <TicketsCard />
        </Rows>
      )
    case 'unread':
      return (
        <Rows>
          <UnreadThreads onOpen={openChat} />
        </Rows>
      )
    case 'recent':
      return (
        <Rows>
          <RecentActivities onOpen={openChat} />
        </Rows>
      )
  }
}

/** Rows that come with their own code, and fail by themselves. */
function Rows({ children }: { children: ReactNode }) {
  return (
    <div className={styles.rows}>
      <PartFailure>
        <Suspense fallback={<ThreadListSkeleton />}>{children}</Suspense>
      </PartFailure>
    </div>
  )
}

function Badge() {
  const mayTest = useSession(({ permissions }) => permissions.can('CAN_USE_SPEED_TEST'))
  if (!mayTest) return null
  return (
    // The card says as much without it.
    <ErrorBoundary fallback={null}>
      <Suspense>
        <HardwareBadge />
      </Suspense>
    </ErrorBoundary>
  )
}
