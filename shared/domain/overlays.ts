/** How long an alert shows before it can be closed, in seconds (spec 1 §2.8, §9). */
export const ALERT_TIMER_SECONDS = 3
/** A prompt that needs no answer closes itself after this long, in milliseconds (spec 1 §9). */
export const PROMPT_AUTO_CLOSE_MS = 3000

/** Label of a button that counts down before it can be pressed (spec 1 §4.8). */
export const availableIn = (seconds: number): string => `Available in ${seconds}`
/** The title of the alert modal (spec 1 §2.8). */
export const alertTitle = (count: number): string => `Alert number: ${count}`
