import { useStore } from 'zustand'
import { useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { fetchedPart, useFetchedPart } from '../../ui/fetched-part.ts'
import { CALL_ROOM } from './call-room-part.ts'

/** What the window shows: nobody is in a meeting as the shell starts. */
export const MEETING_ROOM = fetchedPart(() => import('./MeetingRoom.tsx'))

/** The meeting window of the shell. A manager whose meetings pop out has none here (spec 1 §2.8). */
export function MeetingWindow() {
  const { meetings, calls } = useLive()
  const open = useStore(meetings.store)
  const popsOut = useSession(({ permissions }) => permissions.can('EXTERNAL_POPOUT_MEETING'))
  const isHere = open !== null && !(open.role === 'manager' && popsOut)
  const part = useFetchedPart(MEETING_ROOM, isHere)
  const mayBegin = useStore(
    calls.store,
    ({ incoming, ringing, alert }) => incoming !== null || ringing.length > 0 || alert !== null,
  )
  useFetchedPart(CALL_ROOM, mayBegin)
  if (!open || !isHere || !part) return null
  return <part.MeetingRoom key={open.payload.ID} {...open} onLeave={meetings.leave} isOverPage />
}
