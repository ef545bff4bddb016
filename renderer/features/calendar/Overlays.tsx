import { Suspense } from 'react'
import type { CalendarSettings } from '#shared/domain/calendar-settings.ts'
import { useServices } from '../../services/context.tsx'
import { useLiveIfAny } from '../../services/live.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { EventCard } from './EventCard.tsx'
import { EventForm, type FilledEvent } from './EventForm.tsx'
import { FeedDialog } from './FeedDialog.tsx'
import { QuickMeeting } from './QuickMeeting.tsx'
import { ScopeQuestion } from './ScopeQuestion.tsx'
import { ASK_WORDS, SHIFT_WORDS } from './text.ts'
import type { Asking } from './use-asking.ts'
import type { Changes } from './use-changes.ts'
import { momentAt, spanOf, whenOf } from './when.ts'

// Opened seldom: the calendar stands without them.
const ImportDialog = lazyCode(async () => (await import('./ImportDialog.tsx')).ImportDialog)
const RequestForm = lazyCode(async () => (await import('./RequestForm.tsx')).RequestForm)
const ShiftForm = lazyCode(async () => (await import('./ShiftForm.tsx')).ShiftForm)
const RunningLate = lazyCode(async () => (await import('../running-late/index.ts')).RunningLate)
const PickUp = lazyCode(async () => (await import('./PickUp.tsx')).PickUp)

interface OverlayProps {
  readonly asking: Asking
  readonly changes: Changes
  readonly zone: string
  readonly day: string
  readonly again: () => void
  readonly settings: CalendarSettings
}

/** What lies over the calendar: an event's card, forms, and questions. */
export function Overlays(props: OverlayProps) {
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  )
}

function Shown({ asking, changes, zone, day, again, settings }: OverlayProps) {
  const { now } = useServices()
  const live = useLiveIfAny()
  const { shown, close } = asking
  if (shown === null) return null
  if (shown.what === 'scope') return <ScopeQuestion onChoose={shown.onScope} onClose={close} />
  if (shown.what === 'import') return <ImportDialog changes={changes} onClose={close} />
  if (shown.what === 'pickUp') return <PickUp first={shown.first} onClose={close} />
  if (shown.what === 'feed') return <FeedDialog onClose={close} />
  if (shown.what === 'quick') return live ? <QuickMeeting live={live} onClose={close} /> : null
  if (shown.what === 'request')
    return (
      <RequestForm
        day={day}
        onClose={close}
        onSent={(request) => {
          close()
          changes.say(ASK_WORDS.sent, { kind: 'booking', request })
          again()
        }}
      />
    )
  if (shown.what === 'shift')
    return (
      <ShiftForm
        event={shown.event}
        onClose={close}
        onSent={(request) => {
          close()
          changes.say(SHIFT_WORDS.sent, { kind: 'shift', request })
          again()
        }}
      />
    )
  if (shown.what === 'late') {
    const { eventStart, eventEnd, meta } = shown.event
    return (
      <RunningLate
        shift={{ id: meta.recordID, start: eventStart, end: eventEnd }}
        onClose={close}
        onSaid={(words) => {
          close()
          changes.say(words)
        }}
      />
    )
  }
  if (shown.what === 'card') {
    const { event } = shown
    return (
      <EventCard
        event={event}
        zone={zone}
        now={now()}
        usualReminder={settings.reminder}
        besides={changes.besides(event, spanOf(event))}
        onRemind={(minutes) => void changes.remind(event, minutes).then(close)}
        onClose={close}
        onEdit={() => asking.show({ what: 'edit', event })}
        onDelete={() => asking.remove(event)}
        onWithdraw={() => void asking.withdraw(event)}
        onAnswer={(isAgreed) => void asking.answer(event, isAgreed)}
        onShift={() => asking.show({ what: 'shift', event })}
        onLate={() => asking.show({ what: 'late', event })}
        onPickUp={() => {
          const source = event.meta.kind === 'windowSlot' ? 'WINDOW' : 'CAMPAIGN'
          asking.show({ what: 'pickUp', first: `${source} ${event.meta.recordID}` })
        }}
      />
    )
  }
  return shown.what === 'edit' || shown.what === 'new' ? (
    <Form {...{ asking, changes, zone, shown, settings }} />
  ) : null
}

type FormShown = Extract<NonNullable<Asking['shown']>, { what: 'edit' } | { what: 'new' }>

function Form({
  asking,
  changes,
  zone,
  shown,
  settings,
}: Pick<OverlayProps, 'asking' | 'changes' | 'zone' | 'settings'> & { readonly shown: FormShown }) {
  const event = shown.what === 'edit' ? shown.event : null
  const span = shown.what === 'edit' ? spanOf(shown.event) : shown.span
  const save = async (filled: FilledEvent) => {
    const when = whenSaid(filled, zone)
    if (event === null) {
      if (await changes.add(filled, when)) asking.close()
      return
    }
    const { subject, note, startLocal, endLocal, rule, reminder } = filled
    const set = { subject, note, startLocal, endLocal, ...(rule === event.meta.rule ? {} : { rule }) }
    asking.scoped(event, async (scope) => {
      // What was typed stays where it couldn't be kept.
      if (!(await changes.edit(event, set, scope, when))) asking.show({ what: 'edit', event, filled })
      else if (reminder !== (event.meta.hasOwnReminder ? event.meta.reminder : undefined))
        await changes.remind(event, reminder)
    })
  }
  return (
    <EventForm
      event={event}
      filled={shown.what === 'edit' ? shown.filled : undefined}
      span={span}
      isAllDay={shown.what === 'new' && shown.isAllDay}
      usualReminder={settings.reminder}
      zone={zone}
      problem={changes.problem}
      onSave={(filled) => void save(filled)}
      onClose={asking.close}
    />
  )
}

/** The times of a filled form, as people say them. */
function whenSaid({ startLocal, endLocal, isAllDay, zone: own }: FilledEvent, zone: string): string {
  const time = (local: string) => new Date(momentAt(local, own)).toISOString()
  const meta = { isAllDay, zone: own } as Parameters<typeof whenOf>[0]['meta']
  return whenOf({ eventStart: time(startLocal), eventEnd: time(endLocal), meta }, zone)
}
