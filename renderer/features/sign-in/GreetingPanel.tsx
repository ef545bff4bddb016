import { Suspense, useEffect, useState } from 'react'
import { seasonOf } from '#shared/domain/season.ts'
import { GREETING_ROTATION_MS } from '#shared/domain/sign-in.ts'
import { useServices } from '../../services/context.tsx'
import { serverOrigin } from '../../services/desktop/desktop.ts'
import { CompanyLogo } from '../../ui/CompanyLogo.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Mark } from '../../ui/Mark.tsx'
import styles from './GreetingPanel.module.css'
import { createGlyphCheck, pickGreetings } from './greetings.ts'

// Nobody waits for the decoration.
const SeasonArt = lazyCode(async () => (await import('./SeasonArt.tsx')).SeasonArt)

/** The brand side of the sign-in screen: greetings in many languages over contour lines, and the season. */
export function GreetingPanel({ random = Math.random }: { random?: () => number }) {
  const { now } = useServices()
  const season = seasonOf(new Date(now()))
  const [canDraw] = useState(() => createGlyphCheck(document))
  const [greetings, setGreetings] = useState(() => pickGreetings(random, canDraw))

  useEffect(() => {
    const timer = setInterval(() => setGreetings(pickGreetings(random, canDraw)), GREETING_ROTATION_MS)
    return () => clearInterval(timer)
  }, [random, canDraw])

  return (
    <aside className={styles.panel}>
      <Contours />
      <Suspense>{season === null ? null : <SeasonArt season={season} />}</Suspense>
      <div className={styles.brand}>
        <Mark size={36} />
        <span>Fieldwork</span>
        <CompanyLogo origin={serverOrigin(window)} />
      </div>
      <ul className={styles.greetings} aria-label="Greetings">
        {greetings.map(({ text, lang, dir }, place) => (
          <li key={text} lang={lang} dir={dir} style={{ animationDelay: `${place * 140}ms` }}>
            {text}
          </li>
        ))}
      </ul>
      <p className={styles.line}>Every call, every conversation, every shift — in one place.</p>
    </aside>
  )
}

/** Contour lines, as on a surveyor's map. */
function Contours() {
  const lines = Array.from({ length: 14 }, (_, i) => {
    const y = 60 + i * 62
    const sway = 34 + ((i * 37) % 41)
    return `M-40 ${y} C 140 ${y - sway}, 260 ${y + sway}, 430 ${y - 12} S 720 ${y + sway * 0.8}, 940 ${y - sway * 0.6}`
  })
  return (
    <svg
      className={styles.contours}
      viewBox="0 0 900 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {lines.map((d, i) => (
        <path key={d} d={d} className={i % 5 === 2 ? styles.indexContour : undefined} />
      ))}
    </svg>
  )
}
