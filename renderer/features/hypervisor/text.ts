import { numberText } from '#shared/domain/locale.ts'

const whole = (number: number) => numberText(Math.round(number))
const signed = (number: number) => {
  const rounded = Math.round(number)
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : '±0'
}

/** The words of the hypervisor (spec 4 §4.5.3). */
export const TEXT = {
  title: 'Hypervisor',
  loading: 'Loading what goes on',
  failed: 'This page could not be loaded.',
  empty: 'No live project needs people now.',
  nothingAtRisk: 'No appointment is at risk.',
  asOf: (time: string) => `As of ${time}`,

  noProject: 'On no project',
  onlyRisk: (many: number) => `At risk ${many}`,
  boost: 'Boost',
  boosted: (time: string) => `Boosted until ${time}`,
  endBoost: 'End',
  boostFor: (hours: number) => (hours === 1 ? 'Boost for 1 hour' : `Boost for ${hours} hours`),
  today: (completes: number, target: number) => `${whole(completes)} of ${whole(target)} today`,
  forecast: (forecast: number) => `${whole(forecast)} forecast`,
  change: (by: number) => signed(by),
  figures: {
    planned: 'Planned',
    onIt: 'On it',
    elsewhere: 'Elsewhere',
    absent: 'Not in',
    waiting: 'Waiting',
    due: 'Due',
    sample: 'Sample',
    abandoned: 'Abandoned',
  },
  atRisk: (many: number) => (many === 1 ? '1 appointment at risk' : `${many} appointments at risk`),
  risk: (time: string, ref: string, isOverdue: boolean) =>
    `${time} ${ref}${isOverdue ? ', overdue' : ', nobody there'}`,
  nearlyFull: (label: string, remaining: number) => `${label}: ${remaining} left`,
  hours: 'People by hour: planned of needed',
  hour: (time: string, planned: number, needed: number) => `${time} ${planned} of ${needed}`,
  notIn: 'Not in',
  onCall: 'On a call',
  waits: 'Waiting',
  plannedOn: (project: string) => `Planned on ${project}`,
  since: (time: string) => `since ${time}`,
  until: (time: string) => `until ${time}`,
  move: (name: string, project: string) => `Move ${name} to ${project}`,
  moveTo: 'Move to',
  effect: (from: string | null, fromBy: number, to: string, toBy: number) =>
    [from === null ? null : `${from} ${signed(fromBy)}`, `${to} ${signed(toBy)}`]
      .filter((part) => part !== null)
      .join(', '),
  taken: 'Taken up. Arrow keys move it between projects, Enter puts it down, Escape puts it back.',
  putBack: 'Put back.',
  over: (project: string, effect: string, against: string) =>
    [project, `Forecast today: ${effect}`, against].filter(Boolean).join('. '),
  afterCall: 'After this call',
  switchNow: 'Switch now',
  switchHint: 'Also sets what they do now; without it they read that they are planned there.',
  confirm: 'Move',
  cancel: 'Cancel',
  until24: (time: string) => `Planned from now until ${time}.`,
  moved: (name: string, project: string) => `${name} is planned on ${project} now.`,
  help: 'Keys: Space takes somebody up, arrows move between projects, Enter puts down, Escape puts back.',
} as const
