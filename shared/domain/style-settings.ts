import type { StyleSettings } from '../contract/settings-entities.ts'

/** The product's colours, which a deployment may change: `bg` is the variable `--fw-bg`. */
export const THEME_VARIABLES = [
  'bg',
  'surface',
  'surface-2',
  'hover',
  'selected',
  'line',
  'line-strong',
  'text',
  'text-2',
  'text-3',
  'primary',
  'primary-text',
  'own-bubble',
  'mention',
  'mention-text',
  'danger',
  'online',
  'away',
  'brand-1',
  'brand-2',
] as const

const HEX = /^#(?:[\da-f]{3}|[\da-f]{4}|[\da-f]{6}|[\da-f]{8})$/i
const NUMBERS = /^(?:rgb|hsl)a?\(\s*[\d.]+(?:deg)?%?(?:[\s,/]+[\d.]+%?){2,3}\s*\)$/i
const LONGEST_COLOUR = 60

/** Whether a value is a plain colour: no address, no variable, nothing that ends the declaration. */
export function isSafeColour(value: string): boolean {
  return value.length <= LONGEST_COLOUR && (HEX.test(value) || NUMBERS.test(value))
}

/** A value as part of a variable's name: 'In progress' is `in-progress`. */
export function styleSlug(value: string): string {
  return value
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}

type Styles = StyleSettings['trackerActivities']

function fieldsOf(settings: StyleSettings): readonly (readonly [string, Styles])[] {
  const { trackerActivities, tasks, events, jobOrders } = settings
  return [
    ['activity', trackerActivities],
    ['task-status', tasks.status],
    ['task-priority', tasks.priority],
    ['event-state', events.state],
    ['event-type', events.type],
    ['job-status', jobOrders.status],
    ['job-sub-status', jobOrders.subStatus],
    ['job-type', jobOrders.type],
    ['job-combination', jobOrders.combinations],
  ]
}

/**
 * The CSS variables of style settings, names with their dashes: `--fw-bg`; for a value a pair such as
 * `--fw-task-status-in-progress` (text) and `--fw-task-status-in-progress-bg`.
 */
export function cssVariablesOf(settings: StyleSettings): ReadonlyMap<string, string> {
  const variables = new Map<string, string>()
  for (const [field, styles] of fieldsOf(settings)) {
    for (const [value, { colour, background }] of Object.entries(styles)) {
      const slug = styleSlug(value)
      if (slug === '') continue
      variables.set(`--fw-${field}-${slug}`, colour)
      variables.set(`--fw-${field}-${slug}-bg`, background)
    }
  }
  for (const [name, colour] of Object.entries(settings.variables)) {
    if (colour !== undefined) variables.set(`--fw-${name}`, colour)
  }
  return variables
}
