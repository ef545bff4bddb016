import type { MeetingRole } from '../../services/calls/meetings.ts'

const window: Readonly<Record<MeetingRole, string>> = { manager: 'Manager meeting', agent: 'Meeting' }

/** What the meeting windows say (spec 1 §2.8). */
export const MEETING_ROOM_TEXT = {
  window,
  number: (id: number) => `Meeting ${id}`,
  host: (name: string) => `Host: ${name}`,
  people: 'Participants',
  here: 'Here',
  away: 'Not here yet',
  leave: 'Leave meeting',
  join: 'Join now',
  invite: 'Invite somebody by a link',
  inviteHint: (days: number) =>
    `Whoever has this link can join without an account, for ${days === 1 ? '1 day' : `${days} days`}.`,
  inviteLink: 'Link to the meeting',
  smaller: 'Smaller window',
  larger: 'Larger window',
  failed: 'The meeting could not be opened.',
  tryAgain: 'Try again',
  none: 'No meeting was handed to this window.',
  closeWindow: 'Close window',
  closeYourself: 'You have left the meeting. If your browser keeps this window open, you can now close it.',
} as const
