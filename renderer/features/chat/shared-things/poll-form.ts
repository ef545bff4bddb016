import * as z from 'zod/mini'
import type { PollDraft } from '../store/tabs/shared-things.ts'
import { TEXT } from './text.ts'

export const POLL_OPTIONS_MIN = 2
export const POLL_OPTIONS_MAX = 10
export const QUESTION_MAX = 300
export const OPTION_MAX = 120

const HOUR_MS = 60 * 60 * 1000
/** How long a poll may stay open, in milliseconds. */
export const OPEN_FOR = {
  never: null,
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  threeDays: 72 * HOUR_MS,
  week: 168 * HOUR_MS,
} as const
export type OpenFor = keyof typeof OPEN_FOR

/** A poll that is being written. */
export const pollForm = z.object({
  question: z.string(),
  options: z.array(z.string()),
  isMultiple: z.boolean(),
  isAnonymous: z.boolean(),
  openFor: z.enum(['never', 'hour', 'day', 'threeDays', 'week']),
})
export type PollForm = z.output<typeof pollForm>

export const EMPTY_POLL: PollForm = {
  question: '',
  options: ['', ''],
  isMultiple: false,
  isAnonymous: false,
  openFor: 'never',
}

/** What is asked, or what is wrong with it. Options without text are left out. `now` in milliseconds since 1970. */
export function readPoll(form: PollForm, now: number): { poll: PollDraft } | { problem: string } {
  const question = form.question.trim()
  const options = form.options.map((option) => option.trim()).filter((option) => option !== '')
  if (question === '') return { problem: TEXT.needsQuestion }
  if (options.length < POLL_OPTIONS_MIN) return { problem: TEXT.needsOptions }
  if (new Set(options.map((option) => option.toLowerCase())).size < options.length)
    return { problem: TEXT.optionsDiffer }
  const openFor = OPEN_FOR[form.openFor]
  const closesAt = openFor === null ? null : new Date(now + openFor).toISOString()
  return { poll: { question, options, isMultiple: form.isMultiple, isAnonymous: form.isAnonymous, closesAt } }
}
