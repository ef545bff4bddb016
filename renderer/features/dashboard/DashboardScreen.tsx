import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useNavigate } from 'react-router-dom'
import { dateFormat } from '#shared/domain/date-format.ts'
import { useSession } from '../../services/context.tsx'
import { usePagePath } from '../../services/page/ui-labels-context.tsx'
import { PartFailure } from '../../ui/failure/PartFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { useNow } from '../../ui/use-now.ts'
import { RecentActivities, ThreadListSkeleton, UnreadThreads } from '../chat/index.ts'
import { loadHardwareBadge } from '../hardware/index.ts'
import { CurrentTask } from './CurrentTask.tsx'
import styles from './DashboardScreen.module.css'
import { DeviceCard } from './DeviceCard.tsx'
import { dayGreeting } from './day-greeting.ts'

const HardwareBadge = lazyCode(loadHardwareBadge)

const DATE = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })

/** /dashboard: what waits for the person, at a glance. */
export function DashboardScreen() {
  const user = useSession((session) => session.user)
  const mayTest = useSession(({ permissions }) => permissions.can('CAN_USE_SPEED_TEST'))
  const navigate = useNavigate()
  // The greeting and the day are those of the hour.
  const present = new Date(useNow())
  const chat = usePagePath('connect.chat')
  const openChat = () => navigate(chat)
  const hasChat = useSession(({ permissions }) => permissions.can('GENERAL_CAN_USE_TEAM_CHAT'))

  return (
    <div className={styles.screen}>
      <header className={styles.hello}>
        <p>{DATE.format(present)}</p>
        <h2>
          {dayGreeting(present.getHours())}, {user?.displayName.split(' ')[0]}
        </h2>
        <CurrentTask />
      </header>
      <div className={styles.grid}>
        {hasChat ? (
          <>
            <section className={styles.card} aria-labelledby="dashboard-unread">
              <h3 id="dashboard-unread">Unread conversations</h3>
              <div className={styles.rows}>
                <PartFailure>
                  <Suspense fallback={<ThreadListSkeleton />}>
                    <UnreadThreads onOpen={openChat} />
                  </Suspense>
                </PartFailure>
              </div>
            </section>
            <section className={styles.card} aria-labelledby="dashboard-recent">
              <h3 id="dashboard-recent">Mentions and reactions</h3>
              <div className={styles.rows}>
                <PartFailure>
                  <Suspense fallback={<ThreadListSkeleton />}>
                    <RecentActivities onOpen={openChat} />
                  </Suspense>
                </PartFailure>
              </div>
            </section>
          </>
        ) : null}
        <section className={styles.card} aria-labelledby="dashboard-device">
          <div className={styles.head}>
            <h3 id="dashboard-device">This device</h3>
            {mayTest ? (
              // The card says as much without it.
              <ErrorBoundary fallback={null}>
                <Suspense>
                  <HardwareBadge />
                </Suspense>
              </ErrorBoundary>
            ) : null}
          </div>
          <DeviceCard />
        </section>
      </div>
    </div>
  )
}
