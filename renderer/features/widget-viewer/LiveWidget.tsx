import { useCallback, useEffect, useRef } from 'react'
import { WIDGET_READY } from '#shared/domain/widget.ts'
import type { FoundWidget } from './find-widget.ts'
import { WIDGET_TEXT } from './text.ts'
import styles from './WidgetScreen.module.css'

/**
 * The widget itself, in a frame that runs scripts and is nobody's origin: it reaches neither this
 * page nor its storage. It is handed its data when it has loaded, and again when it says that it is
 * ready. The page behind it doesn't scroll (spec 1 §2.4).
 */
export function LiveWidget({ widget: { address, message } }: { widget: FoundWidget }) {
  const frame = useRef<HTMLIFrameElement>(null)
  // A sandboxed page has no origin that could be named; what it is handed is for whoever has the link.
  const handOver = useCallback(() => frame.current?.contentWindow?.postMessage(message, '*'), [message])

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      if (data === WIDGET_READY && source === frame.current?.contentWindow) handOver()
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [handOver])

  useEffect(() => {
    const { style } = document.documentElement
    const before = style.overflow
    style.overflow = 'hidden'
    return () => {
      style.overflow = before
    }
  }, [])

  return (
    <iframe
      ref={frame}
      className={styles.frame}
      src={address}
      title={WIDGET_TEXT.frame}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      onLoad={handOver}
    />
  )
}
