import { useEffect, useRef, useState } from 'react'
import { clockTime } from '#shared/domain/chat-days.ts'
import { listPreview } from '#shared/domain/chat-preview.ts'
import type { MessageRowModel } from './message-rows.ts'

/**
 * Tells screen readers of messages that come in, with sender and time. The list itself can't: rows
 * also come and go as it is scrolled.
 */
export function Announcer({ rows }: { rows: readonly MessageRowModel[] }) {
  const newest = rows.findLast((row) => row.sending === null)
  const known = useRef(newest?.message.id ?? null)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!newest) return
    const { id, userName, entryTime } = newest.message
    const came = known.current !== null && id > known.current
    known.current = Math.max(known.current ?? 0, id)
    if (came && !newest.mine) setText(`${userName}, ${clockTime(entryTime)}: ${listPreview(newest.message)}`)
  }, [newest])
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  )
}
