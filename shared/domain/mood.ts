/** The mood prompt comes 3 to 4 hours after the last one, at random (spec 1 §9), in milliseconds. */
export const MOOD_PROMPT_MIN_MS = 3 * 60 * 60 * 1000
export const MOOD_PROMPT_MAX_MS = 4 * 60 * 60 * 1000

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
