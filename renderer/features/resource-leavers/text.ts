const some = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

export const TEXT = {
  title: 'Leavers',
  turnover: (turnover: number, leavers: number, headcount: number) =>
    `Turnover of 12 months: ${turnover} % (${some(leavers, 'leaver', 'leavers')}, ${headcount} people on average)`,
  byMonth: 'Turnover by month',
  hide: 'Hide the months',
  columns: {
    month: 'Month',
    leavers: 'Leavers in 12 months',
    headcount: 'Mean headcount',
    turnover: 'Turnover',
  },
  percent: (value: number | null) => (value === null ? '–' : `${value} %`),
  shifts: 'Shifts to come',
  none: 'They have no shifts to come.',
  failed: 'Their shifts could not be loaded.',
  loading: 'Loading their shifts',
  late: 'after the leave date',
  offered: 'cover is asked for',
  chooseLate: 'Choose those after the leave date',
  chosen: (count: number) => some(count, 'shift is chosen', 'shifts are chosen'),
  ways: {
    CAMPAIGN: 'Offer as a campaign…',
    COVER: 'Ask for cover…',
    CANCEL: 'Cancel them…',
  },
  asks: {
    CAMPAIGN: (count: number) => `Offer ${some(count, 'shift', 'shifts')} to others?`,
    COVER: (count: number) => `Ask for cover for ${some(count, 'shift', 'shifts')}?`,
    CANCEL: (count: number) => `Cancel ${some(count, 'shift', 'shifts')}?`,
  },
  leads: {
    CAMPAIGN:
      'They are taken from this person, and everybody of the area may take them at once under ‘Pick up’.',
    COVER: 'They stay this person’s and wait under Shift requests, where you find who is free.',
    CANCEL: 'They go, and the person is told.',
  },
  done: {
    CAMPAIGN: (count: number) =>
      `${some(count, 'shift is', 'shifts are')} offered under Marketplace campaigns.`,
    COVER: (count: number) => `${some(count, 'shift waits', 'shifts wait')} for cover under Shift requests.`,
    CANCEL: (count: number) => `${some(count, 'shift is', 'shifts are')} cancelled.`,
  },
  why: 'Why',
  sayWhy: 'Say why, in 3 characters or more.',
  confirm: { CAMPAIGN: 'Offer them', COVER: 'Ask for cover', CANCEL: 'Cancel them' },
  back: 'Back',
  message: 'Message',
  endPlan: 'End pattern and allocations',
  ended: (patterns: number, allocations: number) =>
    `${some(patterns, 'pattern ends', 'patterns end')}, ${some(allocations, 'allocation ends', 'allocations end')}.`,
} as const
