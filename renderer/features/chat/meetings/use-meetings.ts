import { useState } from 'react'
import { joinRoom } from '#shared/contract/chat-threads.ts'
import { SYSTEM_USER_ID } from '#shared/domain/chat.ts'
import { useServices } from '../../../services/context.tsx'
import { ApiError } from '../../../services/http/api-client.ts'
import type { LiveServices } from '../../../services/live.tsx'
import { useChat } from '../chat-context.tsx'
import { keyOf, type ThreadFrame } from '../store/state.ts'
import { TEXT } from './text.ts'

/** Meetings of a conversation (spec 2 §2, §7). */
export interface ThreadMeetings {
  /** Whether the conversation's meeting is being asked for. */
  readonly joining: boolean
  /** Goes to the meeting of the conversation, which begins where none is under way. Never rejects. */
  join(thread: ThreadFrame): Promise<void>
  /** Asks, then makes an immediate meeting with all other members and calls each of them. Never rejects. */
  callAll(thread: ThreadFrame): Promise<void>
}

export function useThreadMeetings({ calls, meetings }: LiveServices): ThreadMeetings {
  const chat = useChat<'loadMembers' | 'store'>()
  const { api, prompts, notices } = useServices()
  const [joining, setJoining] = useState(false)
  return {
    joining,
    async join({ source, sourceID, displayLabel }) {
      setJoining(true)
      try {
        const { roomID } = await api.call(joinRoom, { source, sourceID, name: displayLabel })
        meetings.join({ ID: roomID, screenShare: false })
      } catch (error) {
        // The api client has told the person what went wrong.
        if (!(error instanceof ApiError)) throw error
      } finally {
        setJoining(false)
      }
    },
    async callAll(thread) {
      if (!(await prompts.ask({ title: TEXT.confirm, text: TEXT.callAll }))) return
      const key = keyOf(thread)
      await chat.loadMembers(key)
      const { members, me } = chat.store.getState()
      const people = (members[key] ?? [])
        .filter(({ userID }) => userID !== me.id && userID !== SYSTEM_USER_ID)
        .map(({ userID, userName }) => ({ id: userID, name: userName }))
      if (people.length === 0) return notices.show('info', TEXT.nobodyToCall)
      const { source, sourceID } = thread
      await calls.start(people, { chat: { source, sourceID } })
    },
  }
}
