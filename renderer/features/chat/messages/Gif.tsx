import { useState } from 'react'
import { serverOrigin } from '../../../services/desktop/desktop.ts'
import styles from './Attachment.module.css'
import { TEXT } from './text.ts'

/** A GIF in the conversation; its frame has its height before it is there, so that nothing moves. */
export function Gif({ path }: { path: string }) {
  const [failed, setFailed] = useState(false)
  if (failed) return <p className={styles.gifGone}>{TEXT.gifGone}</p>
  return (
    <div className={styles.gif}>
      <img src={serverOrigin(window) + path} alt={TEXT.gif} onError={() => setFailed(true)} />
    </div>
  )
}
