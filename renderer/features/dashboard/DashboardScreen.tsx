import { Button, UnstyledButton } from '@mantine/core'
import { IconAdjustments, IconBell, IconMessage2, IconTicket } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useNavigate } from 'react-router-dom'
import type { DashboardFigures } from '#shared/contract/dashboard.ts'
import { type DashboardCard, type FigureCard, maySeeCard, type PlacedCard } from '#shared/domain/dashboard.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { usePagePath } from '../../services/page/ui-labels-context.tsx'
import { useCounters, useSignedIn } from '../../services/signed-in.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { PartFailure } from '../../ui/failure/PartFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { RecentActivities, ThreadListSkeleton, UnreadThreads } from '../chat/index.ts'
import { loadHardwareBadge } from '../hardware/index.ts'
import { CurrentTask } from './CurrentTask.tsx'
import styles from './DashboardScreen.module.css'
import { DeviceCard } from './DeviceCard.tsx'
import { dayGreeting } from './day-greeting.ts'
import { LevelCard } from './LevelCard.tsx'
import { CARD_TITLES, DASHBOARD_TEXT as TEXT } from './text.ts'
import { useCards, useLayout } from './use-cards.ts'

const DemoClock = lazyCode(async () => (await import('../demo-clock/index.ts')).DemoClockCard)
const DemoNote = lazyCode(async () => (await import('../demo-clock/index.ts')).DemoNote)
const FiguresNote = lazyCode(async () => (await import('../figures-note/index.ts')).FiguresNote)
const HardwareBadge = lazyCode(loadHardwareBadge)
const cards = () => import('../dashboard-cards/index.ts')
const FigureContent = lazyCode(async () => (await cards()).FigureCard)
const CardFoot = lazyCode(async () => (await cards()).CardFoot)
const Arranging = lazyCode(async () => (await cards()).Arranging)

const DATE = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })
/** Nothing waits in these: chats tell by themselves, and this machine is everybody's. */
const WAITS_NOT: readonly DashboardCard[] = ['unread', 'recent', 'device']

/** /dashboard: what waits for the person, at a glance, in the order of what they do (spec 4 §4.1). */
export function DashboardScreen() {
  const { desktop } = useServices()
  const user = useSession((session) => session.user)
  const [isArranging, setArranging] = useState(false)
  const { layout, arrange, save, reset } = useLayout()
  const figures = useCards()
  // The greeting and the day are those of the hour.
  const present = new Date(useNow())
  const placed = layout.data?.cards ?? []
  const shown = placed.filter(({ isHidden }) => !isHidden)
  const again = () => {
    void layout.refetch()
    void figures.refetch()
  }
  const card = ({ name }: PlacedCard, tools?: ReactNode) => (
    <Card
      card={name}
      data={figures.data?.[name]}
      reason={figures.error && !figures.data ? reasonOf(figures.error) : null}
      onRetry={again}
      tools={tools}
    />
  )
  const done = () => {
    setArranging(false)
    save()
  }
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
        <div className={styles.aside}>
          <Waiting />
          {isArranging || placed.length === 0 ? null : (
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              leftSection={<IconAdjustments size={16} stroke={1.8} />}
              onClick={() => setArranging(true)}
            >
              {TEXT.customise}
            </Button>
          )}
        </div>
      </header>
      <Suspense>
        <DemoNote />
        <FiguresNote />
      </Suspense>
      {layout.error && !layout.data ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(layout.error)} onRetry={again} />
      ) : !layout.data ? (
        <div role="status" aria-label={TEXT.loading} className={styles.grid}>
          {[1, 2, 3, 4, 5, 6].map((one) => (
            <div key={one} className={styles.slot}>
              <div className={styles.card}>
                <Bones />
              </div>
            </div>
          ))}
        </div>
      ) : isArranging ? (
        <Suspense fallback={<Bones />}>
          <Arranging
            cards={placed}
            titleOf={(name) => CARD_TITLES[name]}
            className={styles.arranging ?? ''}
            onChange={arrange}
            onReset={() => void reset()}
            onDone={done}
            render={card}
          />
        </Suspense>
      ) : (
        <>
          {shown.every(({ name }) => WAITS_NOT.includes(name)) ? (
            <p className={styles.nothing}>{TEXT.nothing}</p>
          ) : null}
          <div className={styles.grid}>
            {shown.map((one) => (
              <div
                key={one.name}
                className={styles.slot}
                data-wide={one.isWide || undefined}
                data-size={sizeOf(one.name, figures.data?.[one.name], desktop.available)}
              >
                {card(one)}
              </div>
            ))}
          </div>
        </>
      )}
    </div>
  )
}

/** How high a card is: one that has nothing says so in a line of a third of the height (spec 4 §4.1). */
function sizeOf(card: DashboardCard, data: DashboardFigures | undefined, isDesktop: boolean) {
  if (card === 'level' || card === 'demo') return 'small'
  if (card === 'device') return isDesktop ? undefined : 'empty'
  if (data === undefined || data.rows.length > 2) return undefined
  return data.rows.length === 0 && data.figures.every(({ value }) => !value) ? 'empty' : 'small'
}

/** The counts that the shell has as badges, each leading to what it counts. */
function Waiting() {
  const { dialogs } = useServices()
  const { centre } = useSignedIn()
  const navigate = useNavigate()
  const chat = usePagePath('connect.chat')
  const permissions = useSession((session) => session.permissions)
  const counts = useCounters((values) => values)
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
        label={CARD_TITLES.tickets}
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

/** A card's landmark is called by its heading, where the shell has none of that name: the banner of appointments. */
const nameOf = (card: DashboardCard) =>
  card === 'atRisk' ? { 'aria-label': TEXT.atRiskCard } : { 'aria-labelledby': `dashboard-${card}` }

interface CardProps {
  readonly card: DashboardCard
  readonly data: DashboardFigures | undefined
  /** Why its figures couldn't be had. */
  readonly reason: string | null
  readonly onRetry: () => void
  readonly tools?: ReactNode
}

function Card({ card, data, reason, onRetry, tools }: CardProps) {
  return (
    <section className={styles.card} {...nameOf(card)} data-card={card}>
      <div className={styles.head}>
        <h3 id={`dashboard-${card}`}>{CARD_TITLES[card]}</h3>
        {tools ?? (card === 'device' ? <Badge /> : null)}
      </div>
      {isOwn(card) ? (
        <Own card={card} />
      ) : data ? (
        <PartFailure>
          <Suspense fallback={<Bones />}>
            <FigureContent card={card} data={data} />
            <CardFoot card={card} total={data.total} />
          </Suspense>
        </PartFailure>
      ) : reason !== null ? (
        <LoadFailure title={TEXT.failed} reason={reason} onRetry={onRetry} />
      ) : (
        <Bones />
      )}
    </section>
  )
}

type OwnCard = Exclude<DashboardCard, FigureCard>
const OWN: readonly DashboardCard[] = ['unread', 'recent', 'level', 'demo', 'device'] satisfies OwnCard[]
const isOwn = (card: DashboardCard): card is OwnCard => OWN.includes(card)

/** A card whose content comes from elsewhere than the one call. */
function Own({ card }: { card: OwnCard }) {
  const navigate = useNavigate()
  const chat = usePagePath('connect.chat')
  const openChat = () => void navigate(chat)
  switch (card) {
    case 'level':
      return <LevelCard />
    case 'demo':
      return (
        <PartFailure>
          <Suspense fallback={<Bones />}>
            <DemoClock />
          </Suspense>
        </PartFailure>
      )
    case 'device':
      return <DeviceCard />
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

function Bones() {
  return (
    <div className={styles.bones} aria-hidden="true">
      {[88, 74, 82].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={18} />
      ))}
    </div>
  )
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
