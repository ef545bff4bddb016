import { numberText } from '#shared/domain/locale.ts'

const some = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${numberText(count)} ${many}`

export const TEXT = {
  title: 'Gamification quests',
  loading: 'Loading quests',
  failed: 'Quests could not be loaded.',
  // Quoted by spec 4 §4.4.9.
  empty: 'No quest is running. Start one.',
  start: 'Start a quest',
  templates: 'From a template',
  own: 'Own quest',
  states: { RUNNING: 'Running', PLANNED: 'Planned', ENDED: 'Ended' },
  none: { RUNNING: 'None runs.', PLANNED: 'None is planned.', ENDED: 'None ended in the last 60 days.' },
  measure: 'Figure',
  aim: 'To reach',
  minQc: 'QC score of at least',
  noQc: 'Empty for any',
  name: 'Name',
  icon: 'Icon',
  message: 'What it says',
  from: 'From',
  days: 'Days',
  reward: 'Reward, XP',
  whom: 'Whom it is offered to',
  whole: 'Everybody',
  team: 'My team',
  chosen: (count: number) => some(count, 'person', 'people'),
  cancel: 'Cancel',
  offer: 'Offer it',
  started: 'The quest is offered.',
  goal: (measure: string, aim: string, isLower: boolean) =>
    `${measure} ${isLower ? 'at most' : 'at least'} ${aim}`,
  withQc: (score: number) => `with a QC score of ${score} or more`,
  xp: (points: number) => `${numberText(points)} XP`,
  daysLeft: (days: number) => (days <= 0 ? 'ends today' : some(days, 'day left', 'days left')),
  begins: (day: string) => `from ${day}`,
  ended: (day: string) => `ended ${day}`,
  counts: (offered: number, active: number, completed: number, declined: number) =>
    [
      offered > 0 ? `${offered} asked` : '',
      `${active} taking part`,
      `${completed} completed`,
      declined > 0 ? `${declined} declined` : '',
    ]
      .filter(Boolean)
      .join(' · '),
  progress: (name: string) => `Who takes part in ${name}`,
  isReached: 'Reached',
  others: (count: number, reached: number) =>
    `${some(count, 'other takes', 'others take')} part without a name, ${numberText(reached)} of them reached it.`,
  end: 'End early',
  endOf: (name: string) => `End ${name} early`,
  endText: 'Nobody gets its reward any more. Those who take part read why.',
  why: 'Why',
  endDone: 'The quest has ended.',
  cheer: 'Cheer',
  cheerOf: (name: string) => `Cheer those who take part in ${name}`,
  cheerText: 'What you write',
  cheerSend: 'Send',
  cheered: 'Sent to those who take part.',
  by: (name: string) => `by ${name}`,
} as const
