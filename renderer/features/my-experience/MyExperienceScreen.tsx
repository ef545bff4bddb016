import { IconCircleCheckFilled, IconFlag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type GamificationLevel, myLevel } from '#shared/contract/gamification.ts'
import { levelName, levelStart, profileOf } from '#shared/domain/gamification.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './MyExperience.module.css'
import { MyQuests } from './MyQuests.tsx'
import { EXPERIENCE_TEXT as TEXT } from './text.ts'

/** Levels to come that are shown beside those reached. Ours. */
const AHEAD = 3

/** /my-experience (spec 1 §2.1): the person's level and points, what earns them, the levels, and quests. */
export function MyExperienceScreen() {
  const { api } = useServices()
  const userID = useSession(({ user }) => user?.id ?? 0)
  const query = useQuery({
    queryKey: ['my-level', userID],
    queryFn: ({ signal }) => api.call(myLevel, { userID }, { quiet: true, signal }),
  })
  return (
    // It has nothing to press: who has only a keyboard scrolls it by itself.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
    <section className={styles.screen} tabIndex={0} aria-label={TEXT.title}>
      {/* For screen readers: the top bar shows the title. */}
      <h2 className="visually-hidden">{TEXT.title}</h2>
      {query.data ? (
        <Experience level={query.data} />
      ) : query.isError ? (
        <LoadFailure
          title={TEXT.failed}
          reason={reasonOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={160} />
        </div>
      )}
    </section>
  )
}

function Experience({ level }: { level: GamificationLevel }) {
  const { progress } = profileOf(level)
  const mayQuest = useSession(({ permissions }) => permissions.can('ITRACKER_CAN_SEE_MY_EXPERIENCE'))
  return (
    <>
      <section className={styles.card} aria-labelledby="experience-level">
        <h3 id="experience-level" className={styles.level}>
          {TEXT.level(level.level, level.name)}
        </h3>
        <strong className={styles.points}>{TEXT.points(level.currentXP)}</strong>
        <progress aria-label={TEXT.progress} value={progress} max={1} className={styles.bar} />
        <p>{TEXT.toGo(level.nextLevelXP - level.currentXP, level.level + 1)}</p>
      </section>
      <div className={styles.columns}>
        <section className={styles.card} aria-labelledby="experience-rules">
          <h3 id="experience-rules">{TEXT.rules}</h3>
          <ul>
            <li>
              <span>{TEXT.perMessage}</span>
              <b>{TEXT.perMessageXP}</b>
            </li>
            <li>
              <span>{TEXT.perDay}</span>
              <b>{TEXT.perDayXP}</b>
            </li>
          </ul>
        </section>
        <section className={styles.card} aria-labelledby="experience-levels">
          <h3 id="experience-levels">{TEXT.milestones}</h3>
          <Levels current={level.level} />
        </section>
        {mayQuest ? (
          <MyQuests />
        ) : (
          <section className={styles.card} aria-labelledby="experience-quests">
            <h3 id="experience-quests">{TEXT.quests}</h3>
            <EmptyState icon={<IconFlag size={28} stroke={1.5} />} title={TEXT.noQuests} />
          </section>
        )}
      </div>
    </>
  )
}

/** The levels reached and the next few, with the points at which each begins. */
function Levels({ current }: { current: number }) {
  const all = Array.from({ length: current + AHEAD }, (_, place) => place + 1)
  return (
    <ol>
      {all.map((level) => (
        <li key={level} data-ahead={level > current} aria-current={level === current ? 'step' : undefined}>
          <span>{TEXT.level(level, levelName(level))}</span>
          <b>
            {level > current ? (
              TEXT.points(levelStart(level))
            ) : (
              <>
                <IconCircleCheckFilled size={16} aria-hidden="true" />
                <span className="visually-hidden">{TEXT.reached}</span>
              </>
            )}
          </b>
        </li>
      ))}
    </ol>
  )
}
