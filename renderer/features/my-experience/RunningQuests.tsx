import { CARD_ROWS } from '#shared/domain/dashboard.ts'
import { numberText } from '#shared/domain/locale.ts'
import styles from './RunningQuests.module.css'
import { EXPERIENCE_TEXT as TEXT } from './text.ts'
import { useExperience } from './use-experience.ts'

/** The quests in which the person takes part, and how far each is (spec 4 §4.1); nothing without one. */
export function RunningQuests() {
  const { data } = useExperience()
  const running = data?.quests.filter(({ state }) => state === 'ACTIVE').slice(0, CARD_ROWS) ?? []
  if (running.length === 0) return null
  return (
    <ul className={styles.running} aria-label={TEXT.running}>
      {running.map(({ id, icon, name, value, aim }) => (
        <li key={id}>
          <span>
            <span aria-hidden="true">{icon}</span> {name}
          </span>
          <small>{TEXT.nowOf(value === null ? '–' : numberText(value), numberText(aim))}</small>
        </li>
      ))}
    </ul>
  )
}
