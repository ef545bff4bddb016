/** The part of RFC 5545's repetition rules that the calendar offers. */
const DAYS: readonly string[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const DAY = `(?:${DAYS.join('|')})`
const RULE = new RegExp(
  `^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;INTERVAL=[1-9]\\d?)?(?:;BYDAY=${DAY}(?:,${DAY}){0,6})?(?:;COUNT=[1-9]\\d{0,2}|;UNTIL=20\\d{6}T\\d{6}Z)?$`,
)

/**
 * Whether the calendar can handle the rule. `UNTIL` is the series' local time although it is written with
 * 'Z': repetitions are counted in local time, which has no changes to summer time.
 */
export function isRule(rule: string): boolean {
  if (!RULE.test(rule)) return false
  const until = partOf(rule, 'UNTIL')
  if (until !== null && Number.isNaN(Date.parse(isoOf(until)))) return false
  return partOf(rule, 'BYDAY') === null || partOf(rule, 'FREQ') === 'WEEKLY'
}

/** One part of a rule; null where it has none. */
export function partOf(rule: string, name: string): string | null {
  const part = rule.split(';').find((one) => one.startsWith(`${name}=`))
  return part === undefined ? null : part.slice(name.length + 1)
}

const isoOf = (stamp: string): string =>
  stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')

/** A local time as rules write it, '20261123T093000Z'. */
export const stampOf = (wall: number): string => new Date(wall).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const withoutEnd = (rule: string): string => rule.replace(/;(?:COUNT|UNTIL)=[^;]*/, '')

/** The rule with its end at that local time. */
export const endingAt = (rule: string, wall: number): string => `${withoutEnd(rule)};UNTIL=${stampOf(wall)}`

/** The rule with that many repetitions left; unchanged where it has no count. */
export const countingOn = (rule: string, left: number): string =>
  partOf(rule, 'COUNT') === null ? rule : `${withoutEnd(rule)};COUNT=${left}`

/** The rule of a series that was moved by `by` milliseconds of local time, which crosses `days` midnights. */
export function movedRule(rule: string, by: number, days: number): string {
  const until = partOf(rule, 'UNTIL')
  const turned = rule.replace(
    /BYDAY=([^;]*)/,
    (_, names: string) =>
      `BYDAY=${names
        .split(',')
        .map((name) => dayLater(name, days))
        .join(',')}`,
  )
  return until === null ? turned : endingAt(turned, Date.parse(isoOf(until)) + by)
}

function dayLater(name: string, days: number): string {
  const place = DAYS.indexOf(name)
  return DAYS[(((place + days) % 7) + 7) % 7] ?? name
}

/** When a repetition ends: never, with the last that begins on a day ('YYYY-MM-DD'), or after so many. */
export interface RuleEnd {
  readonly kind: 'NEVER' | 'UNTIL' | 'COUNT'
  readonly until: string
  readonly count: number
}

/** A rule apart from its end. */
export function endOfRule(rule: string): RuleEnd & { readonly plain: string } {
  const [until, count] = [partOf(rule, 'UNTIL'), partOf(rule, 'COUNT')]
  return {
    plain: withoutEnd(rule),
    kind: until !== null ? 'UNTIL' : count !== null ? 'COUNT' : 'NEVER',
    until: until === null ? '' : isoOf(until).slice(0, 10),
    count: Number(count ?? 10),
  }
}

/** A rule without an end, with this one. */
export function ruleWithEnd(plain: string, { kind, until, count }: RuleEnd): string {
  if (kind === 'UNTIL') return `${plain};UNTIL=${until.replaceAll('-', '')}T235959Z`
  return kind === 'COUNT' ? `${plain};COUNT=${count}` : plain
}
