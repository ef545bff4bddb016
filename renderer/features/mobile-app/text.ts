/** The tab 'Mobile app' of the settings (spec 1 §3, 3 §7). */
export const MOBILE_APP_TEXT = {
  title: 'Pair your phone',
  lead: 'Show a code, and read it with the mobile app. Your phone then takes the place of the device that is paired now.',
  show: 'Show the code',
  again: 'Show a new code',
  label: 'Registration code for the mobile app',
  left: (minutes: number, seconds: number) =>
    `Good once, for ${minutes}:${String(seconds).padStart(2, '0')} more. Let nobody else read it.`,
  over: 'This code is too old. Show a new one.',
} as const
