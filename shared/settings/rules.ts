import { areOrdered, METRICS } from '../domain/device-grading.ts'
import type { SettingKey, SettingValue } from './registry.ts'

/** Reads a setting's value as it will be. */
export type ReadValue = <K extends SettingKey>(key: K) => SettingValue<K>

/** A setting that doesn't fit another one. */
export interface Clash {
  readonly key: SettingKey
  readonly other: SettingKey
  readonly fault: string
}

interface Rule extends Clash {
  readonly holds: (of: ReadValue) => boolean
}

const RULES: readonly Rule[] = [
  {
    key: 'devices.testsToPass',
    other: 'devices.testsToRun',
    fault: 'Not more tests can be passed than are run.',
    holds: (of) => of('devices.testsToPass') <= of('devices.testsToRun'),
  },
  {
    key: 'devices.thresholds',
    other: 'devices.thresholds',
    fault: 'The bounds of each reading go from best to worst.',
    holds: (of) => {
      const thresholds = of('devices.thresholds')
      return METRICS.every((metric) => !thresholds[metric] || areOrdered(metric, thresholds[metric]))
    },
  },
  {
    key: 'signIn.sessionHours',
    other: 'signIn.longestHours',
    fault: 'A session is not longer than the longest sign-in.',
    holds: (of) => of('signIn.sessionHours') <= of('signIn.longestHours'),
  },
  {
    key: 'messages.excessiveSystemIssuesPercent',
    other: 'messages.systemIssuesPercent',
    fault: 'The share for excessive issues is not the smaller one.',
    holds: (of) => of('messages.excessiveSystemIssuesPercent') >= of('messages.systemIssuesPercent'),
  },
  {
    key: 'workingTime.shortestShiftHours',
    other: 'workingTime.longestShiftHours',
    fault: 'The shortest shift is not longer than the longest.',
    holds: (of) => of('workingTime.shortestShiftHours') <= of('workingTime.longestShiftHours'),
  },
  {
    key: 'help.clocks',
    other: 'help.clocks',
    fault: 'A ticket is not answered later than it is resolved.',
    holds: (of) =>
      Object.values(of('help.clocks')).every(({ response, resolution }) => response <= resolution),
  },
  {
    key: 'help.ticketTypes',
    other: 'help.ticketTypes',
    fault: 'Each type is named once.',
    holds: (of) => {
      const names = of('help.ticketTypes').map(({ name }) => name.toLowerCase())
      return new Set(names).size === names.length
    },
  },
  {
    key: 'help.ticketTypes',
    other: 'help.ticketTypes',
    fault: 'Each question of a type is asked once.',
    holds: (of) =>
      of('help.ticketTypes').every(({ questions }) => {
        const asked = new Set(questions.map(({ message }) => message.toLowerCase()))
        return asked.size === questions.length
      }),
  },
  {
    key: 'help.ticketTypes',
    other: 'help.ticketTypes',
    fault: 'One type at least is in use.',
    holds: (of) => of('help.ticketTypes').some(({ isRetired }) => !isRetired),
  },
  {
    key: 'help.answers',
    other: 'help.answers',
    fault: 'Each template is named once.',
    holds: (of) => {
      const names = of('help.answers').map(({ name }) => name.toLowerCase())
      return new Set(names).size === names.length
    },
  },
  {
    key: 'help.ticketTypes',
    other: 'help.teams',
    fault: 'Each type goes to a team that there is, or to none.',
    holds: (of) => {
      const teams = of('help.teams')
      return of('help.ticketTypes').every(({ team }) => team === '' || teams.includes(team))
    },
  },
]

/** What can't go together among values that are right each by themselves. */
export const clashesIn = (of: ReadValue): Clash[] => RULES.filter(({ holds }) => !holds(of))
