import type { EarnedDay, Earnings } from '#shared/contract/earnings.ts'

const count = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`

/** '7 h 5 min', '40 min'. @param seconds whole ones; what is left of a minute isn't said */
export function lengthText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

export const TEXT = {
  title: 'My earnings',
  loading: 'Loading your earnings',
  failed: 'Your earnings could not be loaded.',
  none: 'No paid hours in this period yet.',
  period: 'Pay period',
  export: 'Export',
  figures: 'This period',
  paidSoFar: 'Paid hours so far',
  paid: 'Paid hours',
  estimatedGross: 'Estimated gross',
  gross: 'Gross',
  bonuses: 'Bonuses',
  lastGross: 'Last period’s final gross',
  lastEstimate: 'Last period’s gross, not final',
  ofOvertime: (hours: string) => `${hours} h of them overtime`,
  noOvertime: 'no overtime',
  onDays: (days: number) => `on ${count(days, 'day', 'days')}`,
  estimate: 'Estimate',
  states: {
    OPEN: 'The period is open: every amount is an estimate until it is approved. Taxes are not shown.',
    CHECKING:
      'The period is being checked: every amount is an estimate until it is approved. Taxes are not shown.',
    APPROVED: 'The period is approved. Taxes are not shown.',
  } satisfies Record<Earnings['period']['state'], string>,
  days: 'Days',
  columns: {
    day: 'Day',
    worked: 'Worked',
    breakOver: 'Break over',
    paidHours: 'Paid',
    rate: 'Rate',
    overtime: 'Overtime',
    bonus: 'Bonus',
    amount: 'Amount',
    state: 'State',
  },
  hours: (hours: string) => `${hours} h`,
  at: (hours: string, rate: string) => `${hours} h at ${rate}`,
  noShift: 'No shift',
  noRate: 'No rate',
  noRateHint: 'There is no rate for this day. ‘Query’ tells payroll.',
  unrated: (days: number) =>
    `${count(days, 'day has', 'days have')} no rate and ${days === 1 ? 'isn’t' : 'aren’t'} in the gross.`,
  counted: 'How it is counted',
  formula: '(paid hours − overtime hours) × rate + overtime hours × overtime rate + bonus',
  upTo: (length: string, hours: string) => `${length} of paid time, up to the quarter: ${hours} h`,
  sum: 'Amount',
  sessions: 'What it is counted from',
  activity: 'Activity',
  time: 'Time',
  length: 'Length',
  paidOf: 'Paid',
  now: 'now',
  noSessions: 'Nothing was recorded on this day.',
  query: 'Query',
  queryAgain: 'Query again',
  queryLabel: (day: string) => `Query the pay of ${day}`,
  queryWhat: 'What is wrong? The ticket has the day and its figures in it.',
  send: 'Raise the ticket',
  cancel: 'Cancel',
  tooShort: 'Say it in 3 characters or more.',
  raised: (id: number) => `Ticket ${id} was raised.`,
  ticket: (id: number, status: string) => `Ticket ${id}: ${status}`,
  lines: 'Besides the days',
  linesLead: 'Expenses are paid apart.',
  asOf: (time: string) => `As of ${time}`,
} as const

/** Of a day that goes on, the end is open. */
export const goesOn = ({ sessions }: EarnedDay): boolean => sessions.some(({ end }) => end === null)
