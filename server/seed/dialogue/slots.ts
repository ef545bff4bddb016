import type { Random } from '../random.ts'

/** Studies that are in field, as they are called in chat. */
const PROJECTS = [
  'Household Travel',
  'Consumer Pulse',
  'Bank Satisfaction',
  'Energy Switching',
  'Patient Experience',
  'Business Confidence',
  'Broadband Users',
  'Rail Passengers',
] as const

const CELLS = [
  'men 18–24',
  'women 18–24',
  'men 25–34',
  'women 35–44',
  'men 55–64',
  '65+ living alone',
  'private renters',
  'social renters',
  'students',
  'rural households',
  'part-time workers',
  'mobile-only homes',
  'Welsh speakers',
  'micro businesses',
] as const
const REGIONS = [
  'the North East',
  'Yorkshire',
  'the North West',
  'Scotland',
  'the Highlands',
  'Wales',
  'the Valleys',
  'Northern Ireland',
  'the South West',
  'the East Midlands',
  'London',
  'Kent',
] as const
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const question = (random: Random): string =>
  `Q${random.int(3, 48)}${random.chance(0.25) ? random.pick(['a', 'b', 'c']) : ''}`

const MAKERS: Readonly<Record<string, (random: Random) => string>> = {
  project: (random) => random.pick(PROJECTS),
  cell: (random) => random.pick(CELLS),
  region: (random) => random.pick(REGIONS),
  day: (random) => random.pick(DAYS),
  // Minutes from the exchange's start, which isn't known yet; see clockTimes.
  time: (random) => `{+${random.int(1, 12) * 15}}`,
  since: (random) => `{-${random.int(1, 8) * 15}}`,
  q: question,
  n: (random) => String(random.int(8, 34)),
  small: (random) => String(random.int(2, 7)),
  target: (random) => String(random.int(12, 46) * 5),
  half: (random) => String(random.int(31, 118)),
  quota: (random) => String(random.int(6, 30) * 5),
  rate: (random) => `${random.int(0, 2)}.${random.int(4, 9)}`,
  pct: (random) => String(random.int(9, 38)),
  assumed: (random) => String(random.int(41, 58)),
  pct2: (random) => String(random.int(71, 97)),
  length: (random) => String(random.int(14, 27)),
  short: (random) => String(random.int(10, 13)),
  wave: (random) => String(random.int(2, 6)),
  ref: (random) => String(random.int(1024, 9876)),
  station: (random) => `L${random.int(101, 168)}`,
}

/** Values for the slots of one exchange: a name has one value in it, and `time2` is another time. */
export function createSlots(random: Random, fixed: ReadonlyMap<string, string>): (name: string) => string {
  const values = new Map(fixed)
  return function slot(name: string): string {
    const known = values.get(name)
    if (known !== undefined) return known
    if (name === 'slug') return slot('project').toLowerCase().replaceAll(' ', '-')
    const make = MAKERS[name] ?? MAKERS[name.replace(/\d$/, '')]
    if (!make) throw new Error(`no such slot: ${name}`)
    const taken = [...values.values()]
    let value = make(random)
    // Two cells, two times of one exchange are different ones; numbers may be equal.
    for (let tries = 0; tries < 5 && !/^\d+$/.test(value) && taken.includes(value); tries++)
      value = make(random)
    values.set(name, value)
    return value
  }
}
