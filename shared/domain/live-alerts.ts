import { FILTER_OPERATORS, type FilterOperator, type RecordFilter } from './records.ts'

/** Rules a person, those that are supplied among them, and how long a note is (spec 4 §4.4.1, §5.7). */
export const ALERT_RULES_MAX = 50
export const ALERT_NOTE_MAX = 200
export const ALERT_NAME_MAX = 60
export const ALERT_MINUTES_MAX = 24 * 60
/** Alerts sound at most once in so long, in milliseconds (spec 4 §4.4.1). */
export const ALERT_SOUND_MS = 10_000

/** What a column of the live panel holds, by its name: a rule may be about any of them (spec 4 §4.4.1). */
export const LIVE_COLUMN_KINDS = {
  person: 'text',
  activity: 'choice',
  time: 'number',
  project: 'text',
  adherence: 'choice',
  outFor: 'number',
  shift: 'text',
  break: 'number',
  idle: 'number',
  dialler: 'choice',
  today: 'number',
  lastHour: 'number',
  appointment: 'number',
  tickets: 'number',
  machine: 'text',
  location: 'choice',
  qc: 'number',
  area: 'text',
  manager: 'text',
  agency: 'text',
  class: 'choice',
  otherProject: 'yesNo',
  late: 'number',
  breakOver: 'number',
  refusals: 'number',
  lastComplete: 'number',
  lastSeen: 'number',
  skills: 'text',
  contractType: 'text',
  atRisk: 'yesNo',
} as const
export type LiveColumnName = keyof typeof LIVE_COLUMN_KINDS

/** Whom a rule is about: everybody of the panel, those of a view as it was, of a project, or one person. */
export type AlertWhom =
  | { readonly kind: 'ALL' }
  | { readonly kind: 'VIEW'; readonly name: string; readonly filters: readonly RecordFilter[] }
  | { readonly kind: 'PROJECT'; readonly project: string }
  | { readonly kind: 'PERSON'; readonly userID: number; readonly name: string }

/** When somebody's row is marked: what is true of a column, and for how long. */
export interface AlertRule {
  /** Those that are supplied have theirs for everybody. */
  readonly id: string
  readonly name: string
  readonly isOn: boolean
  readonly when: RecordFilter
  readonly forMinutes: number
  readonly whom: AlertWhom
  readonly hasSound: boolean
}

const supplied = (
  id: string,
  name: string,
  when: RecordFilter,
  more: Partial<AlertRule> = {},
): AlertRule => ({
  ...{ id, name, when, isOn: true, forMinutes: 0, whom: { kind: 'ALL' }, hasSound: true },
  ...more,
})
const anyOf = (field: LiveColumnName, value: string) =>
  ({ field, operator: 'ANY_OF', values: [value] }) as const
const atLeast = (field: LiveColumnName, value: number) =>
  ({ field, operator: 'BETWEEN', values: [String(value), ''] }) as const

/** What alerts without any set-up (spec 4 §4.4.1). */
export const SUPPLIED_RULES: readonly AlertRule[] = [
  supplied('BREAK_OVER', 'Break over the allowance', atLeast('breakOver', 1)),
  supplied('OUT', 'Out of schedule for 3 minutes', anyOf('adherence', 'OUT'), { forMinutes: 3 }),
  supplied('SYSTEM_ISSUES', 'System issues for 15 minutes', anyOf('activity', 'SYSTEM ISSUES'), {
    forMinutes: 15,
  }),
  supplied('NOT_IN', 'Not in 5 minutes after the start', anyOf('class', 'NOT_IN')),
  supplied('IDLE', 'Idle', atLeast('idle', 0)),
  supplied('NO_COMPLETE', 'No complete for 60 minutes', atLeast('lastComplete', 60), { isOn: false }),
  supplied('AT_RISK', 'Appointment at risk', { field: 'atRisk', operator: 'IS', values: ['true'] }),
]
const SUPPLIED_IDS = new Set(SUPPLIED_RULES.map(({ id }) => id))
export const isSupplied = (id: string): boolean => SUPPLIED_IDS.has(id)

/** Whether a rule's column can be asked that way. */
export function isAlertCondition({ field, operator, values }: RecordFilter): boolean {
  const kind = (LIVE_COLUMN_KINDS as Readonly<Record<string, keyof typeof FILTER_OPERATORS>>)[field]
  if (kind === undefined) return false
  const operators: readonly FilterOperator[] = FILTER_OPERATORS[kind]
  if (!operators.includes(operator)) return false
  if (operator === 'IS_EMPTY') return true
  if (kind !== 'number') return values.length > 0 && values.every((value) => value !== '')
  return values.some((value) => value !== '') && values.every((value) => Number.isFinite(Number(value)))
}

/** A person's rules: those that are supplied, as they set them, then their own. */
export function withSupplied(own: readonly AlertRule[]): AlertRule[] {
  const kept = new Map(own.map((rule) => [rule.id, rule]))
  return [
    ...SUPPLIED_RULES.map((rule) => {
      const { isOn = rule.isOn, hasSound = rule.hasSound } = kept.get(rule.id) ?? {}
      return { ...rule, isOn, hasSound }
    }),
    ...own.filter(({ id }) => !isSupplied(id)),
  ]
}
