import { seasonOf } from '#shared/domain/season.ts'
import { useServices } from '../../services/context.tsx'
import { serverOrigin } from '../../services/desktop/desktop.ts'
import styles from './GreetingPanel.module.css'
import { SeasonArt } from './SeasonArt.tsx'

const LINES = Array.from({ length: 14 }, (_, i) => {
  const y = 60 + i * 62
  const sway = 34 + ((i * 37) % 41)
  return `M-40 ${y} C 140 ${y - sway}, 260 ${y + sway}, 430 ${y - 12} S 720 ${y + sway * 0.8}, 940 ${y - sway * 0.6}`
})

/** Behind the greetings: the company's picture, where it has one, below contour lines as on a surveyor's map, and the season. */
export function PanelGround() {
  const { now } = useServices()
  const season = seasonOf(new Date(now()))
  return (
    <>
      <div
        className={styles.picture}
        style={{ backgroundImage: `url("${serverOrigin(window)}/company/sign-in")` }}
      />
      <svg
        className={styles.contours}
        viewBox="0 0 900 900"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        {LINES.map((d, i) => (
          <path key={d} d={d} className={i % 5 === 2 ? styles.indexContour : undefined} />
        ))}
      </svg>
      {season === null ? null : <SeasonArt season={season} />}
    </>
  )
}
