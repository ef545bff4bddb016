import { useStore } from 'zustand'
import { useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { MeetingRoom } from './MeetingRoom.tsx'

/** The meeting window of the shell. A manager whose meetings pop out has none here (spec 1 §2.8). */
export function MeetingWindow() {
  const { meetings } = useLive()
  const open = useStore(meetings.store)
  const popsOut = useSession(({ permissions }) => permissions.can('EXTERNAL_POPOUT_MEETING'))
  if (!open || (open.role === 'manager' && popsOut)) return null
  return <MeetingRoom key={open.payload.ID} {...open} onLeave={meetings.leave} />
}
