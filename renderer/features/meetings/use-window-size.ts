import { useState } from 'react'
import { MEETING_WINDOW_SIZES, type MeetingWindowSize } from '#shared/storage-keys.ts'
import { useServices } from '../../services/context.tsx'

/** How large the meeting's window over the page is: as its person left it the last time. */
export function useWindowSize() {
  const { storage } = useServices()
  const [size, setSize] = useState<MeetingWindowSize>(() => storage.get('meetingWindow') ?? 'usual')
  const step = (by: 1 | -1) => {
    const next = MEETING_WINDOW_SIZES[MEETING_WINDOW_SIZES.indexOf(size) + by]
    if (next === undefined) return
    setSize(next)
    storage.set('meetingWindow', next)
  }
  return { size, step }
}
