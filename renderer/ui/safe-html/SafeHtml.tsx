import { useLayoutEffect, useMemo, useRef } from 'react'
import styles from './SafeHtml.module.css'
import { createSanitiser } from './sanitise.ts'

/** What such text looks like before its own style has a say; roles of the product's colours go through. */
const BASE_STYLE = `
:host { display: block; overflow-wrap: anywhere; line-height: 1.55 }
h1, h2, h3, h4, h5, h6 { margin: 1em 0 .4em; font-size: 1.1em; line-height: 1.3 }
p { margin: 0 0 .7em }
ul { margin: 0 0 .7em; padding-left: 1.3em }
a { color: var(--fw-primary-text) }
#text > :first-child { margin-top: 0 }
#text > :last-child { margin-bottom: 0 }
img { max-width: 100%; height: auto; border-radius: 8px }
table { border-collapse: collapse; margin: 0 0 .7em }
th, td { padding: 6px 12px; border: 1px solid var(--fw-line); text-align: left; font-weight: inherit }
th { background: var(--fw-surface-2); font-weight: 600 }
`

/**
 * HTML of the server's, sanitised (spec 3 §9), in a shadow tree of its own: its style reaches nothing
 * else, and the box around it holds back what would place itself over the page.
 */
export function SafeHtml({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null)
  const sanitise = useMemo(() => createSanitiser(window), [])
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const base = document.createElement('style')
    base.textContent = BASE_STYLE
    const text = document.createElement('div')
    text.id = 'text'
    text.append(sanitise(html))
    root.replaceChildren(base, text)
  }, [html, sanitise])
  return (
    <div className={styles.box}>
      <div ref={host} data-html />
    </div>
  )
}
