import { Button, Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { IconFlag } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { answerQuest, type MyExperience, type OwnQuest, showName } from '#shared/contract/gamification.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { isLowerBetter, QUEST_MEASURES } from '#shared/domain/quests.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import styles from './MyExperience.module.css'
import { EXPERIENCE_TEXT as TEXT } from './text.ts'
import { EXPERIENCE_KEY, useExperience } from './use-experience.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', timeZone: LONDON })

/** Quests, what was earned, and the team's board (spec 4 §4.2.7, 6 §8). */
export function MyQuests() {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const { data, error, refetch } = useExperience()
  const change = async (run: () => Promise<unknown>) => {
    try {
      await run()
    } catch (failure) {
      notices.show('error', refusalOf(failure))
    }
    await client.invalidateQueries({ queryKey: EXPERIENCE_KEY })
  }
  if (!data)
    return error ? (
      <LoadFailure title={TEXT.questsFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : null
  return (
    <>
      <section className={styles.card} aria-labelledby="experience-quests">
        <h3 id="experience-quests">{TEXT.quests}</h3>
        {data.quests.length === 0 ? (
          <EmptyState
            icon={<IconFlag size={28} stroke={1.5} />}
            title={data.earned.length === 0 ? TEXT.firstQuest : TEXT.noQuests}
          />
        ) : (
          <ul>
            {data.quests.map((quest) => (
              <Quest
                key={quest.id}
                quest={quest}
                onAnswer={(isAccepted) =>
                  change(() => api.call(answerQuest, { id: quest.id, isAccepted }, { quiet: true }))
                }
              />
            ))}
          </ul>
        )}
      </section>
      <Earned earned={data.earned} />
      <section className={styles.card} aria-labelledby="experience-board">
        <h3 id="experience-board">{TEXT.board}</h3>
        <Switch
          label={TEXT.showName}
          checked={data.isNameShown}
          onChange={({ currentTarget: { checked } }) =>
            void change(() => api.call(showName, { isShown: checked }, { quiet: true }))
          }
        />
        {data.board.length === 0 ? <p>{TEXT.noBoard}</p> : <p>{TEXT.boardCounts}</p>}
        {data.board.length === 0 ? null : (
          <ol>
            {data.board.map(({ userID, name, points }) => (
              <li key={userID}>
                <span>{name}</span>
                <b>{TEXT.points(points)}</b>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  )
}

function Earned({ earned }: Pick<MyExperience, 'earned'>) {
  return (
    <section className={styles.card} aria-labelledby="experience-earned">
      <h3 id="experience-earned">{TEXT.earned}</h3>
      {earned.length === 0 ? (
        <p>{TEXT.noneEarned}</p>
      ) : (
        <ul>
          {earned.map(({ reason, what, points, at }) => (
            <li key={`${reason} ${what} ${at ?? ''}`}>
              <span>
                {reason === 'QUEST' ? what : TEXT.reasons[reason]}
                {at === null ? '' : `, ${DAY.format(Date.parse(at))}`}
              </span>
              <b>{TEXT.points(points)}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface QuestProps {
  readonly quest: OwnQuest
  readonly onAnswer: (isAccepted: boolean) => Promise<void>
}

function Quest({ quest, onAnswer }: QuestProps) {
  const { name, icon, message, measure, aim, minQcScore, rewardXP, state, to, value } = quest
  const isOpen = state === 'OFFERED' || state === 'ACTIVE'
  return (
    <li data-quest={state}>
      <div className={styles.quest}>
        <strong>
          <span aria-hidden="true">{icon}</span> {name}
        </strong>
        <span>{message}</span>
        <small>
          {[
            TEXT.goal(QUEST_MEASURES[measure], numberText(aim), isLowerBetter(measure)),
            minQcScore === null ? '' : TEXT.withQc(minQcScore),
            // Of one that is over, today’s figure would speak against what came of it.
            value === null || !isOpen ? '' : TEXT.now(numberText(value)),
            TEXT.points(rewardXP),
            isOpen ? TEXT.until(DAY.format(Date.parse(to) - 1)) : TEXT.questStates[state],
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {isOpen ? (
          <div className={styles.questButtons}>
            {state === 'OFFERED' ? (
              <Button size="xs" aria-label={TEXT.acceptOf(name)} onClick={() => void onAnswer(true)}>
                {TEXT.accept}
              </Button>
            ) : null}
            <Button
              size="xs"
              variant="default"
              aria-label={state === 'OFFERED' ? TEXT.declineOf(name) : TEXT.dropOf(name)}
              onClick={() => void onAnswer(false)}
            >
              {state === 'OFFERED' ? TEXT.decline : TEXT.drop}
            </Button>
          </div>
        ) : null}
      </div>
    </li>
  )
}
