import { occurrencesIn, type Series } from '../../server/calendar/series.ts'
import { randomFrom } from '../../shared/domain/random.ts'

const DAY = 86_400_000
const NAMES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const ZONES = [
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'Pacific/Apia',
]

interface Counted {
  readonly freq: string
  readonly interval: number
  readonly days: readonly string[]
  readonly count: number
}

/** Whether something repeats on a day: asked day by day, as one would with a calendar and a finger. */
function isOn(day: Date, first: Date, { freq, interval, days }: Counted): boolean {
  const between = Math.round((day.getTime() - first.getTime()) / DAY)
  const months =
    (day.getUTCFullYear() - first.getUTCFullYear()) * 12 + day.getUTCMonth() - first.getUTCMonth()
  const sameDate = day.getUTCDate() === first.getUTCDate()
  if (freq === 'DAILY') return between % interval === 0
  if (freq === 'MONTHLY') return sameDate && months % interval === 0
  if (freq === 'YEARLY') return sameDate && months % (12 * interval) === 0
  const mondays = Math.floor((between + ((first.getUTCDay() + 6) % 7)) / 7)
  const name = NAMES[day.getUTCDay()] ?? ''
  return mondays % interval === 0 && days.includes(name)
}

const formatters = new Map<string, Intl.DateTimeFormat>()
/** What the wall of a zone shows at a moment, 'YYYY-MM-DDTHH:mm'. */
function shownAt(zone: string, at: number): string {
  const known = formatters.get(zone)
  const format =
    known ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  if (!known) formatters.set(zone, format)
  return format.format(at).replace(' ', 'T')
}

/** The first moment whose wall shows that, found by trying; where none does, that by the clocks of the day before. */
function momentBySearch(zone: string, local: string): number {
  const wall = Date.parse(`${local}Z`)
  for (let at = wall - 15 * 3_600_000; at <= wall + 15 * 3_600_000; at += 900_000)
    if (shownAt(zone, at) === local) return at
  const dayBefore = new Date(wall - DAY).toISOString().slice(0, 16)
  return momentBySearch(zone, dayBefore) + DAY
}

function countedByHand(series: Series, counted: Counted): number[] {
  const first = new Date(`${series.startLocal}Z`)
  const found: number[] = []
  for (let at = first.getTime(); found.length < counted.count; at += DAY) {
    // The first one counts though its rule wouldn't have it.
    if (at !== first.getTime() && !isOn(new Date(at), first, counted)) continue
    found.push(momentBySearch(series.zone, new Date(at).toISOString().slice(0, 16)))
  }
  return found
}

/** Repetitions by the product and by hand: the series for which they differ. */
export function wrongRepetitions(count: number, seed: number): unknown[] {
  const random = randomFrom(seed)
  const whole = (below: number): number => Math.floor(random() * below)
  const wrong: unknown[] = []
  for (let round = 0; round < count; round += 1) {
    const start = Date.UTC(2015 + whole(15), whole(12), 1 + whole(31), whole(24), 15 * whole(4))
    const freq = ['DAILY', 'WEEKLY', 'WEEKLY', 'MONTHLY', 'YEARLY'][whole(5)] ?? 'DAILY'
    const ownDay = NAMES[new Date(start).getUTCDay()] ?? 'MO'
    const days = NAMES.filter((name) => name === ownDay || (freq === 'WEEKLY' && whole(3) === 0))
    const counted = { freq, interval: 1 + whole(freq === 'YEARLY' ? 2 : 4), days, count: 2 + whole(8) }
    // Weeks begin with Monday, as the rule's do where it says nothing else.
    const byDay = freq === 'WEEKLY' ? `;BYDAY=${days.join(',')}` : ''
    const series: Series = {
      startLocal: new Date(start).toISOString().slice(0, 16),
      endLocal: new Date(start + 3_600_000).toISOString().slice(0, 16),
      zone: ZONES[round % ZONES.length] ?? 'Europe/London',
      rule: `FREQ=${freq};INTERVAL=${counted.interval}${byDay};COUNT=${counted.count}`,
    }
    const expected = countedByHand(series, counted)
    const made = occurrencesIn(series, start - 2 * DAY, start + 40_000 * DAY).map((one) => one.start)
    if (JSON.stringify(made) !== JSON.stringify(expected)) wrong.push({ series, made, expected })
  }
  return wrong
}
