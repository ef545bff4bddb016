import { HOLIDAY_ENTRY_KINDS, type HolidayEntryKind } from '#shared/domain/holiday-balance.ts'
import { numberText } from '#shared/domain/locale.ts'

export const TEXT = {
  title: 'Holiday balance',
  adjust: 'Carry over or adjust…',
  own: 'Somebody else changes your own holiday.',
  dialog: (name: string) => `Holiday of ${name}`,
  lead: 'It counts for the present holiday year, at once.',
  kind: 'Kind',
  kinds: HOLIDAY_ENTRY_KINDS satisfies Record<HolidayEntryKind, string>,
  hours: 'Hours',
  hoursHint: 'In quarters, such as 7.5; −7.5 takes hours away.',
  hoursWrong: 'Type hours in quarters, such as 7.5 or −7.5.',
  reason: 'Reason',
  reasonMissing: 'Say why.',
  after: (hours: string) => `${hours} hours remain then.`,
  save: 'Save',
  cancel: 'Cancel',
  saved: (name: string) => `The holiday of ${name} is changed.`,
  entries: 'Carried over and adjusted',
  none: 'Nothing was carried over or adjusted this year.',
  failed: 'What was carried over could not be loaded.',
  by: (name: string, at: string) => (name === '' ? at : `${name}, ${at}`),
  sum: 'How the figures come',
  unknown: 'Nobody says how many hours they work a week, so there is no entitlement.',
  askApproval: 'Ask for approval',
  askApprovalOf: (days: string) => `Ask for approval: ${days}`,
  askedOn: (day: string) => `approval asked for on ${day}`,
  approvalAsked: (told: number) =>
    told === 0
      ? 'Nobody was told: it was asked for within the last 24 hours.'
      : told === 1
        ? 'One person who decides is told.'
        : `${told} people who decide are told.`,
  remind: 'Remind to take it',
  remindTitle: (people: number) =>
    `Remind ${people === 1 ? '1 person' : `${numberText(people)} people`} to take their holiday?`,
  remindEffect:
    'Each gets a notification. Whoever was reminded within the last day, or has nothing free to take, is left out.',
  remindedOf: (reminded: number, already: number, nothing: number) =>
    [
      reminded === 1 ? '1 person is reminded.' : `${reminded} people are reminded.`,
      already === 0 ? '' : `${already} within the last day already.`,
      nothing === 0 ? '' : `${nothing} with nothing free to take.`,
    ]
      .filter(Boolean)
      .join(' '),
  remindedAt: (day: string) => `Last reminded on ${day}.`,
  year: (from: string, to: string) => `${from} to ${to}`,
  yearFailed: 'Their year could not be loaded.',
  noHoliday: 'No holiday is taken, booked or asked for this year.',
  behind: 'What makes up the figures',
  states: {
    PENDING: 'Waits for a decision',
    APPROVED: 'Approved',
    REQUESTED_CANCELATION: 'To be cancelled, waits for a decision',
  },
  facts: {
    entitlement: 'Entitlement',
    carried: 'Carried over',
    adjustments: 'Adjustments',
    taken: 'Taken',
    booked: 'Booked',
    remaining: 'Remaining',
    pending: 'Pending',
    free: 'Free',
  },
} as const
