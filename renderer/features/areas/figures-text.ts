import { numberText } from '#shared/domain/locale.ts'

/** The words of areas' figures (spec 4 §4.5.15). */
export const FIGURES = {
  title: 'Planned in each area',
  hint: 'The most people in the office at once, against its seats',
  failed: 'The figures could not be loaded.',
  before: 'Earlier week',
  after: 'Later week',
  area: 'Area',
  onShift: 'On shift now',
  seats: 'Seats',
  hours: 'Hours',
  split: 'Office / home',
  closed: 'closed',
  over: (peak: number) => `${peak}, over its seats`,
  openOver: (area: string, day: string, peak: number, seats: number) =>
    `${area}, ${day}: ${peak} people for ${seats === 1 ? '1 seat' : `${seats} seats`}. Open the planner`,
  hoursText: (hours: number) => `${numberText(Math.round(hours))} h`,
  shares: (office: number, home: number) => {
    const all = office + home
    if (all === 0) return '–'
    const share = Math.round((office / all) * 100)
    return `${share} % / ${100 - share} %`
  },
} as const
