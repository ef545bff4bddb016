import { createStore, type StoreApi } from 'zustand/vanilla'
import type {
  CallOffer,
  CancelledCall,
  MeetingAlert,
  MeetingPayload,
  RingingEntry,
} from '#shared/contract/call-entities.ts'
import { acceptCall, missedCalls } from '#shared/contract/calls.ts'
import type { ChatAddress } from '#shared/contract/chat-address.ts'
import { chatStatuses } from '#shared/contract/chat-status.ts'
import { newMeeting } from '#shared/contract/new-meeting.ts'
import {
  askBeforeCall,
  CALL_TEXT,
  callTitle,
  GROUP_CALL_MAX,
  IMMEDIATE_MEETING_MS,
} from '#shared/domain/calls.ts'
import type { mainHub } from '#shared/hubs/main.ts'
import { type ApiClient, ApiError } from '../http/api-client.ts'
import type { HubClient } from '../hubs/hub-client.ts'
import type { Banners } from '../notices/banners.ts'
import type { Notices } from '../notices/notices.ts'
import type { Prompts } from '../notices/prompts.ts'
import type { SoundPlayer } from '../notices/sounds.ts'
import type { Meetings } from './meetings.ts'

interface CallState {
  /** The call that rings here. */
  readonly incoming: CallOffer | null
  /** Whether it is being answered. */
  readonly answering: boolean
  /** Whom this window calls. */
  readonly ringing: readonly RingingEntry[]
  /** A meeting that begins. */
  readonly alert: MeetingAlert | null
}

/** Somebody to call. */
export interface Callee {
  readonly id: number
  readonly name: string
}

/** Calls, as this window makes and takes them (spec 1 §4.3). Framework-free; views subscribe. */
export interface Calls {
  readonly store: StoreApi<CallState>
  /** Whether these people are to be called, whatever they are doing; asks where one isn't to be disturbed. */
  mayRing(people: readonly Callee[]): Promise<boolean>
  /** Calls them into a meeting that is there, without asking. Never rejects. */
  ring(people: readonly Callee[], meeting: MeetingPayload): Promise<void>
  /** Calls these people into a meeting that is there already. */
  make(people: readonly Callee[], meeting: MeetingPayload): Promise<void>
  /**
   * Makes an immediate meeting with these people and calls them into it, to share a screen or not.
   * Never rejects.
   * @param options.chat the conversation that they are called from
   */
  start(
    people: readonly Callee[],
    options?: { readonly screenShare?: boolean; readonly chat?: ChatAddress },
  ): Promise<void>
  accept(): Promise<void>
  decline(): void
  /** Gives up the calls that nobody answered yet. */
  hangUp(): void
  /** The ringing list: adds or updates by name, removes by name, clears. */
  setRinging(entry: RingingEntry): void
  removeRinging(name: string): void
  clearRinging(): void
  recieve(offer: CallOffer): void
  cancelled(call: CancelledCall): void
  answeredElsewhere(callerID: number): void
  offerAccepted(name: string): void
  offerDeclined(name: string, words: string): void
  meetingStarts(alert: MeetingAlert): void
  /** Goes to the meeting that begins. */
  joinAlerted(): void
  dismissAlert(): void
  /** Reads the calls that were missed while no window was open; whether there were any. */
  readMissed(): Promise<boolean>
  reset(): void
}

interface CallServices {
  readonly api: ApiClient
  readonly hub: Pick<HubClient<typeof mainHub>, 'invoke'>
  readonly meetings: Meetings
  readonly notices: Notices
  /** Asks before somebody is called who is in a call, in a meeting, or not to be disturbed. */
  readonly prompts: Pick<Prompts, 'ask'>
  readonly banners: Banners
  readonly sounds: SoundPlayer
  readonly now: () => number
}

const NOTHING: CallState = { incoming: null, answering: false, ringing: [], alert: null }
export const CALLS_TEXT = {
  declined: (name: string, words: string) => `${name}: ${words}`,
  failed: (name: string) => `${name} could not be called.`,
  tooMany: `A call has ${GROUP_CALL_MAX} people at most.`,
  callAnyway: 'Call anyway',
  dontCall: 'Don’t call',
  notConnected: 'Calls need a connection to the communication hub. Please try again in a moment.',
} as const

export function createCalls(services: CallServices): Calls {
  const { api, hub, meetings, notices, prompts, banners, sounds, now } = services
  const store = createStore<CallState>(() => NOTHING)
  const patch = (part: Partial<CallState>) => store.setState(part)
  const missed: string[] = []

  const removeRinging = (name: string) =>
    patch({ ringing: store.getState().ringing.filter((entry) => entry.name !== name) })
  const setRinging = (entry: RingingEntry) => {
    const { ringing } = store.getState()
    const known = ringing.some(({ name }) => name === entry.name)
    patch({
      ringing: known ? ringing.map((old) => (old.name === entry.name ? entry : old)) : [...ringing, entry],
    })
  }
  const stopIncoming = () => {
    sounds.stop('ring')
    patch({ incoming: null, answering: false })
  }
  /** The server passes over a decline that comes too late, and a broken connection ended the call. */
  const tellDeclined = (callerID: number, words: string) =>
    void hub.invoke('declineCallOffer', callerID, words).catch(() => {})
  const miss = (name: string) => {
    const text = CALL_TEXT.missed(name)
    if (!missed.includes(text)) missed.unshift(text)
    banners.put('missed-calls', { text, items: [...missed] })
  }
  const isBusy = () => {
    const { incoming, ringing } = store.getState()
    return incoming !== null || ringing.length > 0 || meetings.isInMeeting()
  }

  /** Whether these people are to be called, whatever they are doing (spec 6 §2.2). */
  const mayRing = async (people: readonly Callee[]): Promise<boolean> => {
    try {
      const statuses = new Map(
        (await api.call(chatStatuses, undefined, { quiet: true })).map(({ userID, status }) => [
          userID,
          status,
        ]),
      )
      const question = askBeforeCall(people.map(({ id, name }) => ({ name, status: statuses.get(id) })))
      if (question === null) return true
      const title = people.map(({ name }) => name).join(', ')
      return await prompts.ask({ title, text: question, yes: CALLS_TEXT.callAnyway, no: CALLS_TEXT.dontCall })
    } catch (error) {
      // What people are doing isn't known, as to who has no chat: they are called.
      if (!(error instanceof ApiError)) throw error
      return true
    }
  }

  const ring = async (people: readonly Callee[], meeting: MeetingPayload) => {
    const title = callTitle(people.length)
    for (const { id, name } of people) {
      setRinging({ name, status: 'CONNECTING' })
      try {
        await hub.invoke('makeCall', id, meeting.ID, title, meeting.screenShare)
      } catch {
        removeRinging(name)
        notices.show('error', CALLS_TEXT.failed(name))
      }
    }
  }

  meetings.store.subscribe((open) => {
    if (open && store.getState().alert?.meetingID === open.payload.ID) patch({ alert: null })
  })

  return {
    store,
    mayRing,
    ring,
    async make(people, meeting) {
      if (await mayRing(people)) await ring(people, meeting)
    },
    async start(people, { screenShare = false, chat } = {}) {
      if (people.length >= GROUP_CALL_MAX) return void notices.show('error', CALLS_TEXT.tooMany)
      if (!(await mayRing(people))) return
      const start = now()
      try {
        const { meetingID } = await api.call(newMeeting, {
          start: new Date(start).toISOString(),
          end: new Date(start + IMMEDIATE_MEETING_MS).toISOString(),
          subject: callTitle(people.length),
          agenda: '',
          ids: people.map(({ id }) => id),
          immediate: true,
          ...(chat ? { chat } : {}),
        })
        await ring(people, { ID: meetingID, screenShare })
      } catch (error) {
        // The api client has told the person what went wrong.
        if (!(error instanceof ApiError)) throw error
      }
    },
    async accept() {
      const { incoming, answering } = store.getState()
      if (!incoming || answering) return
      patch({ answering: true })
      try {
        meetings.join(await api.call(acceptCall, { callerID: incoming.callerID }), 'CALL')
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
      } finally {
        if (store.getState().incoming === incoming) stopIncoming()
      }
    },
    decline() {
      const { incoming } = store.getState()
      if (!incoming) return
      stopIncoming()
      tellDeclined(incoming.callerID, CALL_TEXT.declined)
    },
    hangUp() {
      patch({ ringing: [] })
      void hub.invoke('cancelCall').catch(() => {})
    },
    setRinging,
    removeRinging,
    clearRinging: () => patch({ ringing: [] }),
    recieve(offer) {
      // The same call again, as after a reconnect.
      if (store.getState().incoming?.callerID === offer.callerID) return patch({ incoming: offer })
      if (isBusy()) {
        tellDeclined(offer.callerID, CALL_TEXT.onAnotherCall)
        return miss(offer.name)
      }
      patch({ incoming: offer, answering: false })
      sounds.play('ring')
    },
    cancelled({ callerID, reason }) {
      const { incoming } = store.getState()
      if (incoming?.callerID !== callerID) return
      stopIncoming()
      if (reason === 'CANCELLED') notices.show('info', CALL_TEXT.cancelledByCaller)
      miss(incoming.name)
    },
    answeredElsewhere(callerID) {
      const { incoming, answering } = store.getState()
      if (incoming?.callerID === callerID && !answering) stopIncoming()
    },
    offerAccepted: removeRinging,
    offerDeclined(name, words) {
      removeRinging(name)
      notices.show('info', CALLS_TEXT.declined(name, words))
    },
    meetingStarts(alert) {
      // Who began it, or is in it already, needn't be told.
      if (meetings.currentID() === alert.meetingID) return
      patch({ alert })
      sounds.play('alert')
    },
    joinAlerted() {
      const { alert } = store.getState()
      patch({ alert: null })
      if (alert) meetings.join({ ID: alert.meetingID, screenShare: false })
    },
    dismissAlert: () => patch({ alert: null }),
    async readMissed() {
      try {
        const calls = await api.call(missedCalls, undefined, { quiet: true })
        for (const { name } of calls) miss(name)
        return calls.length > 0
      } catch (error) {
        // A server without this call keeps none.
        if (!(error instanceof ApiError)) throw error
        return false
      }
    },
    reset() {
      missed.length = 0
      sounds.stop('ring')
      store.setState(NOTHING, true)
    },
  }
}
