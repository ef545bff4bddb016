import { Suspense, useEffect, useState } from 'react'
import { GREETING_ROTATION_MS } from '#shared/domain/sign-in.ts'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Mark } from '../../ui/Mark.tsx'
import { CompanyLogo } from '../company/index.ts'
import styles from './GreetingPanel.module.css'
import { createGlyphCheck, pickGreetings } from './greetings.ts'

// Nobody waits for the decoration: it is fetched once the form can be used.
const PanelGround = lazyCode(async () => (await import('./PanelGround.tsx')).PanelGround)

/** The brand side of the sign-in screen: greetings in many languages over contour lines, and the season. */
export function GreetingPanel({ random = Math.random }: { random?: () => number }) {
  const [canDraw] = useState(() => createGlyphCheck(document))
  const [greetings, setGreetings] = useState(() => pickGreetings(random, canDraw))
  const [isDrawn, setIsDrawn] = useState(false)

  useEffect(() => {
    setIsDrawn(true)
    const timer = setInterval(() => setGreetings(pickGreetings(random, canDraw)), GREETING_ROTATION_MS)
    return () => clearInterval(timer)
  }, [random, canDraw])

  return (
    <aside className={styles.panel}>
      <Suspense>{isDrawn && <PanelGround />}</Suspense>
      <div className={styles.brand}>
        <Mark size={36} />
        <span>Fieldwork</span>
        <Suspense>{isDrawn && <CompanyLogo />}</Suspense>
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
