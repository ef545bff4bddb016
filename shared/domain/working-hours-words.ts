import { BOOKING_TEXT } from './booking.ts'

/** What the checks of hours say (spec 4 §5.2), by rule. */
export const HOURS_WORDS = {
  STEP: (_params: undefined) => BOOKING_TEXT.quarter,
  LENGTH: ({ from, to }: { readonly from: number; readonly to: number }) =>
    `A shift has ${from} to ${to} hours.`,
  BREAK: ({ hours, minutes }: { readonly hours: number; readonly minutes: number }) =>
    `A shift of more than ${hours} hours needs a break of ${minutes} minutes.`,
  PAST: (_params: undefined) => BOOKING_TEXT.past,
  OVERLAP: ({ event, time }: { readonly event: string; readonly time: string }) =>
    `Overlaps ${event} ${time}.`,
  REST: ({ hours, shift }: { readonly hours: number; readonly shift: string }) =>
    `Less than ${hours} hours of rest before ${shift}.`,
  DAY_OFF: ({ days, date }: { readonly days: number; readonly date: string }) =>
    `No day off in the ${days} days to ${date}.`,
  MEAN_WEEK: ({ hours }: { readonly hours: number }) => `Over ${hours} hours a week on average.`,
  WEEK: ({ hours, date }: { readonly hours: number; readonly date: string }) =>
    `Over ${hours} hours in the week of ${date}.`,
  CONTRACT: ({ hours }: { readonly hours: number }) =>
    hours === 1 ? '1 hour over contract.' : `${hours} hours over contract.`,
  AVAILABILITY: ({ name }: { readonly name: string }) => `${name} is not available then.`,
  SKILL: ({ name, skill }: { readonly name: string; readonly skill: string }) =>
    `${name} lacks the skill ${skill}.`,
  EMPLOYMENT: ({ name }: { readonly name: string }) => `${name} is not employed then.`,
  AGENCY: ({ agency, state }: { readonly agency: string; readonly state: 'SUSPENDED' | 'ENDED' }) =>
    `${agency} is ${state.toLowerCase()}.`,
  ONBOARDING: ({ task }: { readonly task: string }) => `Onboarding is not finished: ${task}.`,
  AREA_CLOSED: ({ area, date }: { readonly area: string; readonly date: string }) =>
    `${area} is closed on ${date}.`,
  SEATS: ({ area, seats }: { readonly area: string; readonly seats: number }) =>
    seats === 1 ? `${area} has 1 seat.` : `${area} has ${seats} seats.`,
} as const

export const HOURS_RULES = Object.keys(HOURS_WORDS) as readonly HoursRule[]
/** A rule of hours. */
export type HoursRule = keyof typeof HOURS_WORDS
export type HoursParams<R extends HoursRule> = Parameters<(typeof HOURS_WORDS)[R]>[0]
