import { Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import styles from './Previews.module.css'
import { TEXT } from './text.ts'
import { sanitiseWord } from './word.ts'

interface WordPreviewProps {
  readonly blob: Blob
  readonly name: string
  readonly onError: () => void
}

/** Paper is white in every theme; the pages follow the dialog's width. */
const BASE_STYLE = `
:host { display: block }
section.docx { box-sizing: border-box; margin: 0 auto 16px; background: #fff; color: #17211e;
  box-shadow: 0 1px 3px rgb(0 0 0 / 20%); overflow: hidden; max-width: 100% }
img, svg { max-width: 100% }
`

/**
 * A Word document's pages. It is laid out away from the page, sanitised, and shown in a shadow tree of its
 * own, whose styles reach nothing else.
 */
export function WordPreview({ blob, name, onError }: WordPreviewProps) {
  const host = useRef<HTMLDivElement>(null)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let current = true
    layOut(blob).then(
      (fragment) => {
        const element = host.current
        if (!current || !element) return
        const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
        const base = document.createElement('style')
        base.textContent = BASE_STYLE
        root.replaceChildren(fragment, base)
        setReady(true)
      },
      () => current && onError(),
    )
    return () => {
      current = false
    }
  }, [blob, onError])
  return (
    <>
      {ready ? null : <Loader size="sm" aria-label={TEXT.openPreview} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className={styles.paper} tabIndex={0} aria-label={name}>
        <div ref={host} />
      </section>
    </>
  )
}

async function layOut(blob: Blob): Promise<DocumentFragment> {
  const { renderAsync } = await import('docx-preview')
  // It belongs to a document without a window, and never to the page: only its text goes on from here.
  const laidOut = document.implementation.createHTMLDocument('').createElement('div')
  await renderAsync(blob, laidOut, laidOut, {
    inWrapper: false,
    ignoreHeight: true,
    // Embedded fonts and pages of HTML are nothing that a preview needs.
    ignoreFonts: true,
    renderAltChunks: false,
    renderComments: false,
    useBase64URL: true,
  })
  return sanitiseWord(window, laidOut)
}
