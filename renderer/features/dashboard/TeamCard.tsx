import { useStore } from 'zustand'
import { UNKNOWN } from '#shared/contract/live-panel.ts'
import { useSignedIn } from '../../services/signed-in.tsx'
import styles from './DashboardScreen.module.css'
import { DASHBOARD_TEXT as TEXT } from './text.ts'

/** Areas that fit the card; the rest is told by the whole's count. Ours. */
const AREAS_SHOWN = 7

/** Who of one's people is there, by area, as the live panel tells it (spec 4 §4.1, 'Team now'). */
export function TeamCard() {
  const stats = useStore(useSignedIn().livePanel.store, (state) => state.stats)
  const people = Object.values(stats)
  if (people.length === 0) return <p className={styles.quiet}>{TEXT.nobody}</p>
  const isOnline = ({ wurkforceStatus }: (typeof people)[number]) => wurkforceStatus === 'ONLINE'
  const areas = new Map<string, { online: number; all: number }>()
  for (const person of people) {
    const area = areas.get(person.areaName) ?? { online: 0, all: 0 }
    areas.set(person.areaName, { online: area.online + Number(isOnline(person)), all: area.all + 1 })
  }
  const largest = [...areas].sort(([, a], [, b]) => b.online - a.online || b.all - a.all)
  const troubled = people.filter(({ openTickets }) => openTickets > 0).length
  return (
    <div className={styles.team}>
      <strong className={styles.figure}>{TEXT.online(people.filter(isOnline).length, people.length)}</strong>
      <ul>
        {largest.slice(0, AREAS_SHOWN).map(([area, { online, all }]) => (
          <li key={area}>
            <span>{area === UNKNOWN ? 'No area' : area}</span>
            <meter min={0} max={all} value={online} aria-label={`${area}: ${TEXT.online(online, all)}`} />
            <span className={styles.share} aria-hidden="true">
              {online} / {all}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>{troubled === 0 ? TEXT.noTickets : TEXT.withTickets(troubled)}</p>
    </div>
  )
}
