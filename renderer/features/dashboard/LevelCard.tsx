import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Link } from 'react-router-dom'
import { useStore } from 'zustand'
import { numberText } from '#shared/domain/locale.ts'
import { usePagePath } from '../../services/page/ui-labels-context.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import styles from './DashboardScreen.module.css'
import { DASHBOARD_TEXT as TEXT } from './text.ts'

const RunningQuests = lazyCode(async () => (await import('../my-experience/index.ts')).RunningQuests)

/** The person's level, how far it is done, and the quests that run (spec 4 §4.1). */
export function LevelCard() {
  const profile = useStore(useSignedIn().level.store)
  const page = usePagePath('tracker.my-experience')
  if (!profile) return <p className={styles.quiet}>{TEXT.noLevel}</p>
  const { name, level, currentXP, nextLevelXP } = profile.currentLevel
  return (
    <div className={styles.level}>
      <strong className={styles.figure}>
        {level} · {name}
      </strong>
      <progress aria-label="Progress in this level" value={profile.progress} max={1} />
      <p className={styles.quiet}>
        {numberText(nextLevelXP - currentXP)} XP to level {level + 1}
      </p>
      <ErrorBoundary fallback={null}>
        <Suspense>
          <RunningQuests />
        </Suspense>
      </ErrorBoundary>
      <Link to={page}>{TEXT.toExperience}</Link>
    </div>
  )
}
