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
]

/** What can't go together among values that are right each by themselves. */
export const clashesIn = (of: ReadValue): Clash[] => RULES.filter(({ holds }) => !holds(of))
