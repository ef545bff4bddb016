/** The mood prompt comes 3 to 4 hours after the last one, at random (spec 1 §9), in milliseconds. */
export const MOOD_PROMPT_MIN_MS = 3 * 60 * 60 * 1000
export const MOOD_PROMPT_MAX_MS = 4 * 60 * 60 * 1000

/**
 * Who asks for a mood: the well-being check after worked time, or the dialog at random (spec 4, spec 1 §9).
 */
export const MOOD_QUESTIONS = ['CHECK', 'CAPTURE'] as const
export type MoodQuestion = (typeof MOOD_QUESTIONS)[number]

/** Least time between two questions, whichever asks (decisions), in milliseconds. */
export const MOOD_APART_MS = 2 * 60 * 60 * 1000
/** How far back the person's own moods are shown, in milliseconds: 8 weeks. */
export const MOOD_TREND_MS = 8 * 7 * 24 * 60 * 60 * 1000

/** Most characters of a mood's comments. The documents name no limit. */
export const MOOD_COMMENTS_MAX = 2000

/** Moods from sad to happy (spec 3 §3). */
export const MOODS = [
  { value: 1, label: 'Sad' },
  { value: 2, label: 'Low' },
  { value: 3, label: 'All right' },
  { value: 4, label: 'Good' },
  { value: 5, label: 'Happy' },
] as const

/** How long until the next prompt, in milliseconds. `random` is from 0 up to 1. */
export function moodPromptDelay(random: number): number {
  return MOOD_PROMPT_MIN_MS + Math.floor(random * (MOOD_PROMPT_MAX_MS - MOOD_PROMPT_MIN_MS))
}
