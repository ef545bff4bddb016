import { useState } from 'react'
import { type BookingRequest, withdrawBooking } from '#shared/contract/booking.ts'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { answerShift } from '#shared/contract/shifts.ts'
import type { SeriesScope } from '#shared/domain/calendar.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import type { FilledEvent } from './EventForm.tsx'
import { ASK_WORDS, CALENDAR_WORDS, CARD_WORDS } from './text.ts'
import type { Changes } from './use-changes.ts'
import type { Span } from './when.ts'

/** What the calendar shows over itself. */
export type Shown =
  | { readonly what: 'card' | 'shift' | 'late'; readonly event: CalendarEvent }
  /** `filled` is what was typed, where it couldn't be kept. */
  | { readonly what: 'edit'; readonly event: CalendarEvent; readonly filled?: FilledEvent }
  | { readonly what: 'new'; readonly span: Span; readonly isAllDay: boolean }
  | { readonly what: 'request' | 'quick' | 'feed' | 'import' }
  /** `first` is the slot that was opened. */
  | { readonly what: 'pickUp'; readonly first?: string }
  | { readonly what: 'scope'; readonly onScope: (scope: SeriesScope) => void }
  | null

/** What is shown over the calendar, and changes that ask first which of a series is meant. */
export function useAsking(changes: Changes, again: () => void) {
  const { api, notices } = useServices()
  const [shown, setShown] = useState<Shown>(null)
  const scoped = (event: CalendarEvent, act: (scope: SeriesScope) => unknown) => {
    if (event.meta.rule === null) {
      setShown(null)
      act('ALL')
    } else
      setShown({
        what: 'scope',
        onScope: (scope) => {
          setShown(null)
          act(scope)
        },
      })
  }
  const isOwn = (event: CalendarEvent): boolean => event.meta.kind === 'event' && event.meta.mayChange
  return {
    shown,
    show: setShown,
    close: () => setShown(null),
    move: (event: CalendarEvent, to: Span) => scoped(event, (scope) => void changes.move(event, to, scope)),
    remove: (event: CalendarEvent) => {
      if (isOwn(event)) scoped(event, (scope) => void changes.remove(event, scope))
      else changes.say(CALENDAR_WORDS.fixed(event.subject))
    },
    scoped,
    async withdraw(event: CalendarEvent) {
      setShown(null)
      try {
        const { state }: BookingRequest = await api.call(
          withdrawBooking,
          { id: event.meta.recordID },
          { quiet: true },
        )
        changes.say(state === 'CANCELLED' ? ASK_WORDS.withdrawn : ASK_WORDS.cancelling)
      } catch (error) {
        notices.show('error', reasonOf(error))
      }
      again()
    },
    /** Says yes or no to a change of one's own shift (spec 4 §5.1). */
    async answer({ meta }: CalendarEvent, isAgreed: boolean) {
      setShown(null)
      try {
        const shift = { id: meta.recordID, version: meta.version ?? 0, isAgreed }
        await api.call(answerShift, shift, { quiet: true })
        changes.say(CARD_WORDS.answered(isAgreed))
      } catch (error) {
        notices.show('error', reasonOf(error))
      }
      again()
    },
  }
}
export type Asking = ReturnType<typeof useAsking>
