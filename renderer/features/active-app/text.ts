/** What 'Active App' says (spec 1 §2.7). */
export const ACTIVE_APP_TEXT = {
  title: 'Active App',
  close: 'Close',
  lead: 'The program that is in front on this computer. No title of a window is read.',
  watched: 'Your activity has it watched: each change goes into your event log.',
  notWatched: 'It is watched while this is open, and nothing is logged.',
  now: 'In front now',
  before: 'Before',
  none: 'Waiting for the desktop client to tell …',
} as const
