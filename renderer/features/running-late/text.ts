export const TEXT = {
  /** Quoted by spec 4 §4.2.2. */
  title: "I'm running late",
  lead: (shift: string) =>
    `Your shift is ${shift}. Your supervisor is told at once. Said before it begins, a late start is marked ‘with notice’; it isn’t excused by that.`,
  comesAt: 'I come at',
  note: 'What happened',
  noteHint: 'Your supervisor reads it. You may leave it empty.',
  noTime: 'Say when you come.',
  cancel: 'Cancel',
  send: 'Tell my supervisor',
  said: (at: string, isWithNotice: boolean) =>
    `Your supervisor knows that you come at ${at}${isWithNotice ? '; you said so before your shift' : ''}.`,
} as const
