import { Button } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { fileSize } from '../uploads/file-size.ts'
import styles from './Previews.module.css'
import { fetchPart } from './stream-url.ts'
import { TEXT } from './text.ts'

/** How much is fetched and shown at once, and in all, in bytes: a page of more text scrolls badly. Ours. */
const TEXT_PART_BYTES = 64 * 1024
const TEXT_SHOWN_MAX = 1024 * 1024

interface LongTextProps {
  /** Where the file is had by its parts. */
  readonly url: string
  /** Of the file, in bytes. */
  readonly size: number
  readonly name: string
}

/** A long text from its beginning, with more of it as it is asked for; the rest is never fetched. */
export function LongText({ url, size, name }: LongTextProps) {
  const { parts, shown, state, more } = useParts(url, size)
  const text = useRef<HTMLElement>(null)
  const isWhole = shown >= size
  const isEnough = shown >= Math.min(size, TEXT_SHOWN_MAX)
  useEffect(() => {
    // The button that had the focus is gone.
    if (isEnough && parts.length > 1) text.current?.focus()
  }, [isEnough, parts.length])
  return (
    <>
      {parts.length > 0 && !isWhole ? (
        <p className={styles.note} role="status">
          {TEXT.textShown(fileSize(shown), fileSize(size))}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section ref={text} className={styles.longText} tabIndex={0} aria-label={name}>
        <pre className={styles.text} dir="auto">
          {parts.map(({ from, words }) => (
            <span key={from}>{words}</span>
          ))}
        </pre>
      </section>
      {state === 'failed' ? (
        <LoadFailure title={TEXT.loadFailed} reason={TEXT.fileNotAvailable} onRetry={more} />
      ) : isEnough ? (
        isWhole ? null : (
          <p className={styles.note}>{TEXT.onlyBeginning}</p>
        )
      ) : (
        <Button className={styles.more ?? ''} variant="default" loading={state === 'loading'} onClick={more}>
          {TEXT.showMore}
        </Button>
      )}
    </>
  )
}

interface Part {
  /** Where it begins in the file, in bytes. */
  readonly from: number
  readonly words: string
}

function useParts(url: string, size: number) {
  const [parts, setParts] = useState<readonly Part[]>([])
  const [shown, setShown] = useState(0)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  // A sign of several bytes may begin in one part and end in the next.
  const decoder = useRef(new TextDecoder())
  const leaving = useRef(new AbortController())
  const load = useCallback(
    async (from: number) => {
      const { signal } = leaving.current
      setState('loading')
      const end = Math.min(from + TEXT_PART_BYTES, size)
      try {
        const bytes = await fetchPart(url, { from, end }, signal)
        if (signal.aborted) return
        const words = decoder.current.decode(bytes, { stream: end < size })
        setParts((all) => [...all, { from, words }])
        setShown(end)
        setState('ready')
      } catch {
        if (!signal.aborted) setState('failed')
      }
    },
    [url, size],
  )
  useEffect(() => {
    leaving.current = new AbortController()
    decoder.current = new TextDecoder()
    setParts([])
    setShown(0)
    void load(0)
    return () => leaving.current.abort()
  }, [load])
  return { parts, shown, state, more: () => void load(shown) }
}
